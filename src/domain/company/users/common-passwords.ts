/** Common passwords up to this rank are refused even with digits and symbols around them. */
const BARE = 10_000;

let lists: Promise<{ readonly all: ReadonlySet<string>; readonly bare: ReadonlySet<string> }> | undefined;

/** Whether a password is a common one, or one of the most common words with digits and symbols around it. */
export async function isCommon(password: string): Promise<boolean> {
  const { all, bare } = await (lists ??= load());
  const text = password.toLowerCase();
  return all.has(text) || bare.has(getCore(text)) || new Set(text).size < 4;
}

/** Removes everything that is not a letter from both ends of a text. */
export const getCore = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The list of common passwords, loaded when a password is first set because most processes never need it. */
async function load() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = dictionary['passwords-common'];
  return { all: new Set(words), bare: new Set(words.slice(0, BARE).filter((word) => word.length > 2)) };
}
