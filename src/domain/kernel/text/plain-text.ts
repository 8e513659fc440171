/** Characters that override text direction, which can make a text look like a different one. */
const OVERRIDES = String.raw`\u202a-\u202e\u2066-\u2069`;
/** Control characters (C0, DEL, C1) except NUL, and line and paragraph separators. */
const CONTROLS = String.raw`\u0001-\u001f\u007f-\u009f\u2028\u2029`;

const overrides = new RegExp(`[${OVERRIDES}]`, 'g');
const controls = new RegExp(String.raw`[\0${CONTROLS}]`);
const controlsInLines = /[^\P{Cc}\t\n\r]/u;
const blanks = new RegExp(String.raw`[\s${CONTROLS}${OVERRIDES}]+`, 'g');
const unfitForTerminal = new RegExp(
  String.raw`\r(?!\n)|[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029${OVERRIDES}]`,
  'g',
);
const unfitInJson = new RegExp(String.raw`[\u007f-\u009f\u2028\u2029${OVERRIDES}]`, 'g');

/** Whether a text is one line without control characters. */
export const isOneLine = (text: string): boolean => !controls.test(text);

/** Whether a text has no control characters except line ends and tabs. */
export const isPlain = (text: string): boolean => !controlsInLines.test(text);

/** Removes the characters that override text direction. */
export const withoutOverrides = (text: string): string => text.replace(overrides, '');

/**
 * Joins a text into one trimmed line: every run of spaces, line ends and control characters becomes one space. NUL
 * stays.
 */
export const oneLine = (text: string): string => text.replace(blanks, ' ').trim();

/** Makes a text safe for a terminal: control characters other than line ends and tabs become visible symbols. */
export const terminalText = (text: string): string => text.replace(unfitForTerminal, getSign);

/** Makes JSON safe for a terminal: escapes the characters that JSON leaves unescaped, without changing its meaning. */
export const terminalJson = (json: string): string =>
  json.replace(unfitInJson, (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;

function getSign(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return code === DELETE ? '\u2421' : '\uFFFD';
}
