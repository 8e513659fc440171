const texts = new WeakMap<object, string>();

/** The JSON text of a source's row. Rows never change, so that each is written only once. */
export function toRowText(row: unknown): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row);
  const knownText = texts.get(row);
  if (knownText !== undefined) return knownText;
  const text = JSON.stringify(row);
  texts.set(row, text);
  return text;
}

/** Reads a row from JSON text that the database returned, which `toRowText` then returns again. */
export function readRowText(text: string): unknown {
  const row: unknown = JSON.parse(text);
  if (typeof row === 'object' && row !== null) texts.set(row, text);
  return row;
}

/**
 * JSON texts as one value of a statement that splits them by `string_to_array(?, E'\\n')`. As a list, every quote in
 * them would be escaped. In JSON a line break is only white space.
 */
export const joinTexts = (some: readonly string[]): string => some.map((text) => text.replaceAll('\n', ' ')).join('\n');
