import { ApiError, formatMessage } from './api.js';

/** The letters of a text: `Add-on`, `AddOn` and `add on` are equal. */
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** The message without the area's name if it starts with it; otherwise the whole message. */
function withoutArea(area: string, sentence: string): string {
  const name = letters(area);
  for (let end = 1; end <= sentence.length; end += 1) {
    const beginning = letters(sentence.slice(0, end));
    if (beginning === name && !/[a-z]/i.test(sentence.charAt(end))) return sentence.slice(end).trimStart();
    if (!name.startsWith(beginning)) return sentence;
  }
  return sentence;
}

/** The problem itself if it is a full sentence; otherwise prefixed with its field's name, as the server writes it. */
function formatSentence(error: unknown): string {
  const [only, ...more] = error instanceof ApiError ? error.errors : [];
  return only && more.length === 0 && /^[A-Z]/.test(only.msg) ? only.msg : formatMessage(error);
}

/** The toast for an error: the area, then the reason, without repeating common words. */
export function describeFailure(area: string, error: unknown): string {
  const rest = withoutArea(area, formatSentence(error));
  return `${area}${rest.startsWith(':') ? '' : ' '}${rest}`;
}
