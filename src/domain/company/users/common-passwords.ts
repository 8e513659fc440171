/** The ranks, from the commonest on, that are no better with digits and signs around them. */
const BARE = 10_000;

let lists: Promise<{ readonly all: ReadonlySet<string>; readonly bare: ReadonlySet<string> }> | undefined;

/** Whether a password is one of the commonest, or one of the commonest words with digits and signs around it. */
export async function isCommon(password: string): Promise<boolean> {
  const { all, bare } = await (lists ??= load());
  const text = password.toLowerCase();
  return all.has(text) || bare.has(coreOf(text)) || new Set(text).size < 4;
}

/** A text without what is neither letter nor digit at its ends, and without the digits there. */
export const coreOf = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Loaded when a password is first set: most processes never need it. */
async function load() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = dictionary['passwords-common'];
  return { all: new Set(words), bare: new Set(words.slice(0, BARE).filter((word) => word.length > 2)) };
}
