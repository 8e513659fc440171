import { day, dollars, identifier, text, UnreadableValue } from '../../../imports/reading/values.js';
import { formatDollars, toDollars } from '../../../kernel/cents.js';
import { dollarsToCents } from '../../../pricing/exact.js';
import type { FileAlert, IncomingLine, IncomingOrder, ReadingOptions } from '../incoming.js';
import { readNativeLines, readSize } from './native.js';
import { readFacts } from './read-facts.js';
import { limitText, prose, requireText } from './texts.js';
import { soldAmount } from '../../pricing/sold-amount.js';

type RawRow = Record<string, unknown>;

/** Whether a row has the format of the sales system's own feed, recognized by its fields. */
export const isFeedRow = (raw: RawRow): boolean => 'buildingModelName' in raw && 'subTotalDollarAmount' in raw;

/** Reads one flat order of the sales system. Throws UnreadableValue if it is not a valid order. */
export function readFeed(raw: RawRow, index: number, { today, zone, takesCanceled }: ReadingOptions): IncomingOrder {
  const canceledOn = day('dateCancelled', raw['dateCancelled'], zone);
  if (canceledOn && !takesCanceled) throw new UnreadableValue(`the order was canceled on ${canceledOn}`);
  const { width, length } = readSize(raw['buildingWidth'], raw['buildingLength'], raw['buildingSize']);
  const addOns = readFeedLines('buildingAddons', raw['buildingAddons']);
  const customAddOns = readFeedLines('buildingCustomAddons', raw['buildingCustomAddons']);
  const subTotal = dollars('subTotalDollarAmount', raw['subTotalDollarAmount']);
  if (subTotal === null) throw new UnreadableValue('subTotalDollarAmount is missing');
  const adjustment = dollars('subTotalAdjustmentDollarAmount', raw['subTotalAdjustmentDollarAmount']) ?? 0;
  const { type, alerts } = readOrderType(raw['orderType']);
  const dateOrdered = day('dateOrdered', raw['dateOrdered'], zone);
  return {
    index,
    serialNumber: requireText('serialNumber', identifier('serialNumber', raw['serialNumber'])),
    externalId: limitText('id', identifier('id', raw['id'])),
    orderNumber: limitText('orderNumber', identifier('orderNumber', raw['orderNumber'])),
    shop: limitText('shopName', raw['shopName']),
    dealer: limitText('soldByDealer', raw['soldByDealer']),
    dealerId: null,
    shed: null,
    salesRep: limitText('dealerPrimarySalesRep', raw['dealerPrimarySalesRep']),
    customer: limitText('customerName', raw['customerName']),
    type,
    category: null,
    modelId: null,
    model: requireText('buildingModelName', raw['buildingModelName']),
    width,
    length,
    basePrice: toDollars(
      dollarsToCents(subTotal) - dollarsToCents(adjustment) - soldOnTop([...addOns, ...customAddOns]),
    ),
    shopPercent: null,
    total: subTotal,
    adjustment: { shop: 0, company: adjustment },
    adjustmentNote: prose('subTotalAdjustmentNote', raw['subTotalAdjustmentNote']),
    sidingType: limitText('buildingSidingType', raw['buildingSidingType']),
    sidingColor: limitText('buildingSidingColor', raw['buildingSidingColor']),
    sidingPaint: null,
    roofType: limitText('buildingRoofType', raw['buildingRoofType']),
    roofColor: limitText('buildingRoofColor', raw['buildingRoofColor']),
    trimColor: null,
    trimPaint: null,
    condition: limitText('buildingCondition', raw['buildingCondition']),
    colors: ['Roof', 'Siding'],
    dateOrdered: dateOrdered ?? today,
    isDated: dateOrdered !== null,
    addOns,
    customAddOns,
    facts: readFacts(raw, zone),
    canceledOn,
    fileAlerts: [...alerts, ...taxAlert(raw, subTotal)],
    source: raw,
  };
}

/** The feed's lines, where price × quantity is the amount as sold. */
const readFeedLines = (field: string, value: unknown): IncomingLine[] =>
  readNativeLines(field, value).map((line) => ({ ...line, asSold: true }));

const inCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Σ price × quantity of the lines that the base price does not include, in cents. */
const soldOnTop = (lines: readonly IncomingLine[]): number =>
  lines.filter((line) => !line.included).reduce((total, line) => total + soldAmount(line), 0);

function readOrderType(value: unknown): { type: 'Inventory' | 'Customer'; alerts: FileAlert[] } {
  const word = text(value);
  if (word?.toLowerCase() === 'new build') return { type: 'Customer', alerts: [] };
  if (word === null || word.toLowerCase() === 'off lot') return { type: 'Inventory', alerts: [] };
  return { type: 'Inventory', alerts: [{ code: 'word', text: `Order type "${word}" is not known` }] };
}

function taxAlert(raw: RawRow, subTotal: number): FileAlert[] {
  const tax = dollars('totalTaxDollarAmount', raw['totalTaxDollarAmount']);
  const total = dollars('totalAmountDollarAmount', raw['totalAmountDollarAmount']);
  if (total === null || inCents(subTotal + (tax ?? 0)) === total) return [];
  const sum = formatDollars(inCents(subTotal + (tax ?? 0)));
  return [
    { code: 'tax', text: `Sub-total and tax do not add up to the total (${sum} against ${formatDollars(total)})` },
  ];
}
