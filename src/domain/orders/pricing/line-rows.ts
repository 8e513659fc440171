import type { BuiltLine } from './build.js';
import type { StoredLine, StoredOrder } from './locked-orders.js';
import { toCents } from '../../kernel/cents.js';
import { present } from '../../kernel/objects.js';
import type { OrderFigures } from '../../pricing/order.js';
import { toCopy, type Cells } from '../../kernel/database/copy-rows.js';
import { lineColumnNames, lineFigureCells } from './figures.js';
import type { Row } from '../intake/insert-rows.js';

/** The sale of a line: its quantity and prices. */
export const soldAs = ({ matchedLine: { incoming }, addOn, custom }: BuiltLine) => {
  const { quantity, retailPrice, extendedPrice = null } = present(addOn ?? custom);
  return {
    quantity,
    retailPrice,
    extendedPrice: extendedPrice === null ? null : toCents(extendedPrice),
    priceGiven: incoming.included || incoming.price !== null,
    included: incoming.included,
    asSold: incoming.asSold,
  };
};

/** A line that was built, as it is stored. One literal without spreads: there are eight to an order of an import. */
export function toStoredLine(line: BuiltLine): StoredLine {
  const { matchedLine, custom, snapshot } = line;
  const input = present(line.addOn ?? custom);
  const { addOn, foundBy, incoming, kind, unknown } = matchedLine;
  const cents = (dollars: number | null | undefined) => (dollars == null ? null : toCents(dollars));
  const { quantity, retailPrice, extendedPrice, priceGiven, included, asSold } = soldAs(line);
  return {
    lineNo: 0,
    kind,
    unknown,
    addOnId: addOn?.id ?? null,
    foundBy,
    name: addOn?.name ?? incoming.name,
    type: addOn?.type ?? 'piece',
    mode: addOn?.mode ?? null,
    discount: addOn?.discount ?? false,
    quantity,
    retailPrice,
    extendedPrice,
    priceGiven,
    included,
    asSold,
    percentGiven: incoming.shopPercent !== null,
    shopPercent: input.shopPercent ?? 75,
    ssId: incoming.ssId,
    materialShop: cents(custom?.materialCost?.shop),
    materialStandard: cents(custom?.materialCost?.standard),
    laborShop: cents(custom?.laborCost?.shop),
    laborStandard: cents(custom?.laborCost?.standard),
    snapshot: snapshot?.hash ?? null,
    content: snapshot?.content ?? null,
  };
}

/** The rows of an order's lines, with their figures. */
export function toLineRows({ id, lines }: Pick<StoredOrder, 'id' | 'lines'>, figures: OrderFigures): Cells[] {
  const counters = { addOn: 0, custom: 0 };
  return lines.map((line, n) => {
    const list = line.kind === 'addOn' ? figures.addOns : figures.customAddOns;
    const pricedLine = list[counters[line.kind]++];
    if (!pricedLine) throw new Error('a line was not priced');
    const row: Row = {
      order_id: id,
      line_no: n + 1,
      kind: line.kind,
      add_on_id: line.addOnId,
      found_by: line.foundBy,
      name: line.name,
      type: line.type,
      mode: line.mode,
      discount: line.discount,
      included: line.included,
      unknown: line.unknown,
      as_sold: line.asSold,
      percent_given: line.percentGiven,
      price_given: line.priceGiven,
      ss_id: line.ssId,
      quantity: line.quantity,
      retail_price: line.retailPrice,
      shop_percent: line.shopPercent,
      extended_price: line.extendedPrice,
      material_shop: line.materialShop,
      material_standard: line.materialStandard,
      labor_shop: line.laborShop,
      labor_standard: line.laborStandard,
      snapshot: line.snapshot,
    };
    return toCopy(row, lineColumnNames, lineFigureCells(pricedLine));
  });
}
