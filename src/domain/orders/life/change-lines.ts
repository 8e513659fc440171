import type { LineInput } from '../change-schema.js';
import type { StoredLine } from '../pricing/locked-orders.js';

/** A stored line after a change. A new price or quantity clears the amount as sold (P4). */
export function withLine(stored: StoredLine, line: LineInput): StoredLine {
  const edited =
    (line.quantity !== undefined && line.quantity !== stored.quantity) ||
    (line.retailPrice !== undefined && line.retailPrice !== stored.retailPrice);
  const { materialCost: m, laborCost: l } = line;
  return {
    ...stored,
    name: stored.kind === 'custom' ? (line.name ?? stored.name) : stored.name,
    quantity: line.quantity ?? stored.quantity,
    retailPrice: line.retailPrice ?? stored.retailPrice,
    shopPercent: line.shopPercent ?? stored.shopPercent,
    percentGiven: stored.percentGiven || (line.shopPercent !== undefined && line.shopPercent !== stored.shopPercent),
    extendedPrice: edited ? null : stored.extendedPrice,
    asSold: edited ? false : stored.asSold,
    included: edited ? false : stored.included,
    materialShop: m?.shop === undefined ? stored.materialShop : m.shop,
    materialStandard: m?.standard === undefined ? stored.materialStandard : m.standard,
    laborShop: l?.shop === undefined ? stored.laborShop : l.shop,
    laborStandard: l?.standard === undefined ? stored.laborStandard : l.standard,
  };
}

/** A new custom line; quantity and price default to 0. */
export const newCustomLine = (line: LineInput, shopPercent: number): StoredLine =>
  withLine(
    {
      lineNo: 0,
      kind: 'custom',
      addOnId: null,
      name: line.name ?? '',
      type: 'piece',
      mode: null,
      discount: false,
      included: false,
      unknown: false,
      asSold: false,
      percentGiven: false,
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
