import type { Knex } from 'knex';
import { DomainError, invalid } from '../../kernel/errors.js';
import { percentProblem, startingPercent } from '../../pricing/allocation.js';
import { keepsAmount, priceAsSold } from '../../pricing/uses/as-sold.js';
import { priceOrder, type OrderFigures } from '../../pricing/order.js';
import { CaseError, parseCase } from '../../pricing/case/validate.js';
import { isTooLarge, takeSnapshot, type Snapshot } from './build.js';
import { newCustomLine, withLine } from '../life/change-lines.js';
import { orderFigureValues } from './figures.js';
import { loadNamesWithoutSheds, type AddOnEntry } from '../intake/names.js';
import { loadParts } from './parts.js';
import { present } from '../../kernel/objects.js';
import { costUnknownCell, type Row } from '../intake/insert-rows.js';
import { toFactRow } from '../sale-facts.js';
import type { ChangeOrder, LineInput } from '../change-schema.js';
import { soldAmount } from './sold-amount.js';
import { toCase } from './case.js';
import type { AddOnContent, StoredLine, StoredOrder } from './locked-orders.js';

/** An order with the line changes applied: stored lines as edited, new lines from today's catalogue. */
export async function withLines(db: Knex, order: StoredOrder, input: ChangeOrder): Promise<StoredOrder> {
  if (!input.addOns && !input.customAddOns) return order;
  const namedNos = new Set([...(input.addOns ?? []), ...(input.customAddOns ?? [])].map(({ lineNo }) => lineNo));
  const filterLines = (kind: StoredLine['kind']) =>
    order.lines.filter((line) => line.kind === kind && !namedNos.has(line.lineNo));
  const findStored = (line: LineInput) => order.lines.find((s) => s.lineNo === line.lineNo);
  const newLines = [...(input.addOns ?? []), ...(input.customAddOns ?? [])].filter((line) =>
    needsCatalogue(findStored(line), line),
  );
  const catalogue = newLines.length > 0 ? await catalogueFor(db, order, newLines) : null;
  const resolve = (line: LineInput, kind: StoredLine['kind'], path: string): StoredLine => {
    const stored = findStored(line);
    if (line.lineNo !== undefined && !stored) throw invalid(`${path}.lineNo`, 'is not a line of this order');
    if (line.addOn && needsCatalogue(stored, line)) return present(catalogue).addOnLine(line, path); // loaded only if a line needs it
    if (stored) return withLine(stored, line);
    if (kind === 'addOn') throw invalid(`${path}.addOn`, 'is required');
    if (!line.name) throw invalid(`${path}.name`, 'is required');
    return newCustomLine(line, startingPercent(null, catalogue?.shopAddOnPercent ?? null));
  };
  const addOns = input.addOns?.map((line, n) => resolve(line, 'addOn', `addOns.${n}`)) ?? filterLines('addOn');
  const custom =
    input.customAddOns?.map((line, n) => resolve(line, 'custom', `customAddOns.${n}`)) ?? filterLines('custom');
  const lines = [...addOns, ...custom].sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'addOn' ? -1 : 1));
  return { ...order, lines: lines.map((line, n) => ({ ...line, lineNo: n + 1 })) };
}

const needsCatalogue = (stored: StoredLine | undefined, line: LineInput): boolean =>
  line.addOn != null ? stored?.addOnId !== line.addOn : !stored;

interface Catalogue {
  readonly shopAddOnPercent: number | null;
  addOnLine(line: LineInput, path: string): StoredLine;
}

async function catalogueFor(db: Knex, order: StoredOrder, lines: readonly LineInput[]): Promise<Catalogue> {
  const names = await loadNamesWithoutSheds(db);
  const addOnIds = lines.flatMap((line) => line.addOn ?? []);
  const parts = await loadParts(db, {
    shedIds: [],
    modelIds: [],
    addOnIds,
    shopIds: order.shopId ? [order.shopId] : [],
  });
  const shopAddOnPercent = names.shops.get(order.shopId ?? '')?.shopAddOnPercent ?? null;
  return {
    shopAddOnPercent,
    addOnLine: (line, path) => {
      const addOn = names.addOns.get(line.addOn ?? '');
      if (!addOn) throw invalid(`${path}.addOn`, 'is not in the catalogue');
      const { name, type, mode, discount } = addOn;
      const content: AddOnContent = {
        type,
        discount,
        ...(mode ? { [mode]: true } : {}),
        nonInventory: addOn.nonInventory,
        standardNonInvCost: addOn.standardNonInvCost,
        items: parts.addOnItems(addOn.id, order.shopId),
        labor: parts.addOnLabor(addOn.laborId, order.shopId),
      };
      const stored = order.lines.find((storedLine) => storedLine.lineNo === line.lineNo);
      const blank = newCustomLine({}, startingPercent(addOn, shopAddOnPercent));
      const { name: _, retailPrice, ...typed } = line;
      const isSamePrice = stored !== undefined && retailPrice === stored.retailPrice;
      const price = isSamePrice && !stored.priceGiven ? undefined : retailPrice;
      const catalogueLine = { ...blank, quantity: stored?.quantity ?? 0, retailPrice: addOn.retailPrice };
      const isChosenAlone = stored?.priceGiven === false && price === addOn.retailPrice; // as the form fills it in
      return {
        ...withLine(catalogueLine, { ...typed, retailPrice: price }),
        priceGiven: price !== undefined && !isChosenAlone,
        ...(stored ? asSold(stored, addOn, line) : {}),
        kind: 'addOn',
        addOnId: addOn.id,
        foundBy: 'user',
        name,
        type,
        mode,
        discount,
        ssId: stored?.ssId ?? null,
        content,
        snapshot: takeSnapshot(content).hash,
      };
    },
  };
}

/**
 * P4: what a line of a feed keeps of its sale when a user chooses its add-on and leaves its price and quantity
 * unchanged.
 */
function asSold(stored: StoredLine, addOn: AddOnEntry, input: LineInput): Partial<StoredLine> {
  const retailPrice = priceAsSold(stored, addOn, input);
  if (retailPrice === null) return {};
  const { included, quantity, retailPrice: price } = stored;
  const extendedPrice = keepsAmount(addOn.type) && !included ? soldAmount({ price, quantity }) : null;
  return { asSold: true, included, priceGiven: true, retailPrice, extendedPrice };
}

/** The figures that a stored order has, even if its values would be refused if they were entered now. */
export const toStoredFigures = (order: StoredOrder): OrderFigures => priceOrder(toCase(order));

/** The figures of an order from its pricing snapshot and entered values. The error lists every invalid value. */
export function toFigures(order: StoredOrder): OrderFigures {
  const input = toCase(order);
  try {
    parseCase(input);
  } catch (error) {
    if (error instanceof CaseError)
      throw new DomainError('invalid-input', {
        errors: error.errors.map(({ path, msg }) => ({
          path: path.replace(/\[(\d+)\]/g, '.$1').replace(/^order\./, ''),
          msg,
        })),
      });
    throw error;
  }
  checkPercents(order);
  const figures = priceOrder(input);
  if (isTooLarge(figures)) throw invalid('', 'The amounts of this order are too large.');
  return figures;
}

/** P4: with a three-way split the shop gets at most two thirds. */
function checkPercents({ lines }: StoredOrder): void {
  for (const [n, line] of lines.entries()) {
    const problem = percentProblem(line);
    if (problem) throw invalid(`addOns.${n}.shopPercent`, problem);
  }
}

/** The columns of an order that the form changes and that do not affect prices. */
export const changedFields = (order: StoredOrder): Row => ({
  customer: order.customer,
  adjustment_note: order.adjustmentNote,
  roof_type: order.roofType,
  roof_color: order.roofColor,
  siding_type: order.sidingType,
  siding_color: order.sidingColor,
  trim_color: order.trimColor,
  siding_paint_color: order.sidingPaintColor,
  siding_paint_quantity: order.sidingPaintQuantity,
  trim_paint_color: order.trimPaintColor,
  trim_paint_quantity: order.trimPaintQuantity,
  builder_id: order.builderId,
  metal_ordered: order.metalOrdered,
  hold_reason: order.holdReason,
  alerts: JSON.stringify(order.alerts),
  ...toFactRow(order.facts),
});

/** All columns of an order that the form changes, with its figures. */
export const changedRow = (order: StoredOrder, figures: OrderFigures): Row => ({
  ...changedFields(order),
  type: order.type,
  width: order.width,
  length: order.length,
  dealer_id: order.dealerId,
  dealer_name: order.dealerName,
  shop_percent: order.shopPercent,
  percent_given: order.percentGiven,
  typed_costs: order.typedCosts && JSON.stringify(order.typedCosts),
  snapshot: takeSnapshot(order.content).hash,
  cost_unknown: costUnknownCell(toCase(order)),
  ...orderFigureValues(figures),
});

/** Everything a stored order was priced with. Only new snapshots are stored. */
export const toContents = (order: StoredOrder): Snapshot[] => [
  takeSnapshot(order.content),
  ...order.lines.flatMap((line) => (line.kind === 'addOn' && line.content ? [takeSnapshot(line.content)] : [])),
];
