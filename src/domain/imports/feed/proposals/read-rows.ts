import type { Pace } from '../../../kernel/pace.js';
import type { IncomingOrder, Refusal } from '../../../orders/intake/incoming.js';
import type { RowTimes } from '../row-time.js';
import { type Foreign, isKnownFormat, readOrderFile } from '../../../orders/intake/read-file.js';

/** How to read the rows of a source. */
export interface RowReading {
  readonly zone: string;
  readonly today: string;
  /** The paths of our fields in a row of another format. */
  readonly mapping: Readonly<Record<string, string>> | null;
  readonly times: RowTimes;
}

/** The rows of a source that are valid orders, including canceled ones, and those that are not. */
export interface ReadFeed {
  readonly orders: readonly IncomingOrder[];
  readonly refused: readonly Refusal[];
}

/** Reads rows. If a row occurs twice, the one changed last counts. */
export async function readFeedRows(rows: readonly unknown[], reading: RowReading, pace: Pace): Promise<ReadFeed> {
  const { zone, today } = reading;
  const { orders, refused } = await readOrderFile(rows, { zone, today, takesCanceled: true }, toForeign(reading), pace);
  return { orders, refused };
}

/** Reads rows that were accepted before, each on its own; null for one that is not a complete order. */
export async function readRows(rows: readonly unknown[], reading: RowReading, pace: Pace) {
  const { zone, today } = reading;
  const read = await pace.map(rows, async (row): Promise<IncomingOrder | null> => {
    if (!reading.mapping && !isKnownFormat(row)) return null;
    const options = { zone, today, takesCanceled: true, isStored: true };
    const { orders } = await readOrderFile([row], options, toForeign(reading), pace);
    return orders[0] ?? null;
  });
  return Promise.all(read);
}

const toForeign =
  ({ mapping }: RowReading): Foreign =>
  (row) =>
    mapping && !isKnownFormat(row) ? mapping : undefined;
