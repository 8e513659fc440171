import { unitPrice } from '../../lib/format.js';

/** Formats unit prices of a column with as many decimals as the longest of them has, so that their points align. */
export function unitPricesOf(
  column: readonly (number | null | undefined)[],
): (dollars: number | null | undefined) => string {
  const most = Math.max(2, ...column.map((dollars) => (unitPrice(dollars).split('.')[1] ?? '').length));
  return (dollars) => unitPrice(dollars, most);
}
