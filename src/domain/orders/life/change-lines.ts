import { invalid } from '../../kernel/errors.js';
import type { ChangeOrder, LineInput } from '../change-schema.js';
import type { StoredLine } from '../pricing/locked-orders.js';

/** Throws if a change names a line of the order twice, in one list or in both. */
export function refuseTwice({ addOns = [], customAddOns = [] }: ChangeOrder): void {
  const seenNos = new Set<number>();
  for (const [list, lines] of Object.entries({ addOns, customAddOns }))
    for (const [n, { lineNo }] of lines.entries()) {
      if (lineNo === undefined) continue;
      if (seenNos.has(lineNo)) throw invalid(`${list}.${n}.lineNo`, 'is a duplicate');
      seenNos.add(lineNo);
    }
}

/**
 * A stored line after a change. A new price or quantity clears the amount as sold (P4); the price that is left then is
 * the catalogue's.
 */
export function withLine(storedLine: StoredLine, line: LineInput): StoredLine {
  const isRepriced = line.retailPrice !== undefined && line.retailPrice !== storedLine.retailPrice;
  const isEdited = isRepriced || (line.quantity !== undefined && line.quantity !== storedLine.quantity);
  const isAmountDropped = isEdited && storedLine.extendedPrice !== null;
  const { materialCost: m, laborCost: l } = line;
  return {
    ...storedLine,
    name: storedLine.kind === 'custom' ? (line.name ?? storedLine.name) : storedLine.name,
    quantity: line.quantity ?? storedLine.quantity,
    retailPrice: line.retailPrice ?? storedLine.retailPrice,
    shopPercent: line.shopPercent ?? storedLine.shopPercent,
    percentGiven:
      storedLine.percentGiven || (line.shopPercent !== undefined && line.shopPercent !== storedLine.shopPercent),
    priceGiven: isRepriced || (storedLine.priceGiven && !isAmountDropped),
    extendedPrice: isEdited ? null : storedLine.extendedPrice,
    asSold: isEdited ? false : storedLine.asSold,
    included: isEdited ? false : storedLine.included,
    materialShop: m?.shop === undefined ? storedLine.materialShop : m.shop,
    materialStandard: m?.standard === undefined ? storedLine.materialStandard : m.standard,
    laborShop: l?.shop === undefined ? storedLine.laborShop : l.shop,
    laborStandard: l?.standard === undefined ? storedLine.laborStandard : l.standard,
  };
}

/** A new custom line; quantity and price default to 0. */
export const newCustomLine = (line: LineInput, shopPercent: number): StoredLine =>
  withLine(
    {
      lineNo: 0,
      kind: 'custom',
      addOnId: null,
      foundBy: 'file',
      name: line.name ?? '',
      type: 'piece',
      mode: null,
      discount: false,
      included: false,
      unknown: false,
      asSold: false,
      percentGiven: false,
      priceGiven: true,
      ssId: null,
      quantity: 0,
      retailPrice: 0,
      shopPercent,
      extendedPrice: null,
      materialShop: null,
      materialStandard: null,
      laborShop: null,
      laborStandard: null,
      snapshot: null,
      content: null,
    },
    { ...line, extendedPrice: null },
  );
