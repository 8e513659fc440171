import { toCents } from '../../../kernel/cents.js';
import { isObject } from '../../../kernel/objects.js';
import type { Pace } from '../../../kernel/pace.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import { applyMapping, isKnownFormat } from '../../../orders/intake/formats/read-file.js';
import { storableText } from '../../reading/storable.js';
import { day, text, readOrNull } from '../../reading/values.js';
import { readFeedRows, type RowReading } from './read-rows.js';
import { readTotal } from '../reading/row-marks.js';

/** What a source reports about an order, as far as it can be read. */
export interface RowSummary {
  /** The order as it would be imported; null for a row that is not a valid order. */
  readonly order: IncomingOrder | null;
  /** A day in the company's time zone; today if the row has none. */
  readonly orderedOn: string;
  readonly shop: string | null;
  readonly serial: string | null;
  /** The total before tax, in cents; null if the row has none. */
  readonly total: number | null;
  readonly canceled: boolean;
  /** Why the row is not a valid order; null if it is. */
  readonly refused: string | null;
}

/** Summarizes rows, in their sequence; `orderByRow` has those that were read before. */
export async function summarizeRows(
  all: readonly unknown[],
  orderByRow: ReadonlyMap<unknown, IncomingOrder>,
  reading: RowReading,
  pace: Pace,
): Promise<RowSummary[]> {
  const rows = all.filter((row) => !orderByRow.has(row));
  const summaries = rows.length === 0 ? [] : await readAndSummarize(rows, reading, pace);
  const summaryByRow = new Map(rows.map((row, n) => [row, summaries[n]]));
  return all.map((row) => {
    const order = orderByRow.get(row);
    const summary = order ? summarizeOrder(order) : summaryByRow.get(row);
    if (!summary) throw new Error('a row was not read');
    return summary;
  });
}

async function readAndSummarize(rows: readonly unknown[], reading: RowReading, pace: Pace): Promise<RowSummary[]> {
  const { orders, refusals } = await readFeedRows(rows, reading, pace);
  const orderAt = new Map(orders.map((order) => [order.index, order]));
  const reasonAt = new Map(refusals.map(({ index, reason }) => [index, reason]));
  return rows.map((row, n) => {
    const order = orderAt.get(n);
    return order ? summarizeOrder(order) : summarizeRefused(row, reasonAt.get(n) ?? null, reading);
  });
}

const summarizeOrder = (order: IncomingOrder): RowSummary => ({
  ...{ order, orderedOn: order.dateOrdered, shop: order.shop, serial: order.serialNumber },
  total: order.total === null ? null : toCents(order.total),
  canceled: order.canceledOn !== null,
  refused: null,
});

function summarizeRefused(row: unknown, reason: string | null, { zone, today, mapping }: RowReading): RowSummary {
  const fields = isObject(row) && !Array.isArray(row) ? row : {};
  const raw = mapping && !isKnownFormat(fields) ? applyMapping(fields, mapping) : fields;
  return {
    ...{
      order: null,
      refused: reason,
      shop: readText(raw['shopName'] ?? raw['shop']),
      serial: readText(raw['serialNumber']),
    },
    orderedOn: readOrNull(() => day('dateOrdered', raw['dateOrdered'], zone)) ?? today,
    total: readTotal(raw),
    canceled: readOrNull(() => day('dateCancelled', raw['dateCancelled'], zone)) !== null,
  };
}

const LONGEST = 200;

function readText(value: unknown): string | null {
  const cell = text(value);
  return cell === null ? null : storableText(cell).slice(0, LONGEST);
}
