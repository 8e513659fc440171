import { ApiError, messageOf } from './api.js';

/** The letters of words: `Add-on`, `AddOn` and `add on` are the same. */
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** What comes after the area's own name, where a sentence begins with it; else the whole sentence. */
function withoutArea(area: string, sentence: string): string {
  const name = letters(area);
  for (let end = 1; end <= sentence.length; end += 1) {
    const begun = letters(sentence.slice(0, end));
    if (begun === name && !/[a-z]/i.test(sentence.charAt(end))) return sentence.slice(end).trimStart();
    if (!name.startsWith(begun)) return sentence;
  }
  return sentence;
}

/** The problem itself where it is a sentence of its own; otherwise it needs its field's name, as the server says it. */
function sentenceOf(error: unknown): string {
  const [only, ...more] = error instanceof ApiError ? error.errors : [];
  return only && more.length === 0 && /^[A-Z]/.test(only.msg) ? only.msg : messageOf(error);
}

/** What a toast says of a failure: the area, then why; what both begin with is said once. */
export function failureOf(area: string, error: unknown): string {
  const rest = withoutArea(area, sentenceOf(error));
  return `${area}${rest.startsWith(':') ? '' : ' '}${rest}`;
}
