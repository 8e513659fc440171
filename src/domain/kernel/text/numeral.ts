const DIGITS = String.raw`(?:(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?|\.\d+)`;
const AMOUNT = new RegExp(String.raw`^(?:[-+]? ?\$? ?|\$ ?[-+] ?)${DIGITS}$`);
const PERCENT = new RegExp(String.raw`^[-+]? ?${DIGITS} ?%$`);

/**
 * The number that a line of text writes out: `$1,234.50`, `- 3`, `61.25%`; null for anything that could mean another
 * number (`0,125`, `12 24`). Spaces are single, and none are around it.
 */
export const readNumeral = (line: string): number | null =>
  AMOUNT.test(line) || PERCENT.test(line) ? Number(line.replace(/[ $,%]/g, '')) : null;
