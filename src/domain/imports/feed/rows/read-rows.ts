import type { Pace } from '../../../kernel/pace.js';
import type { IncomingOrder, Refusal, ReadingOptions } from '../../../orders/intake/incoming.js';
import type { RowTimes } from './row-time.js';
import { type RowMapping, isKnownFormat, readOrderFile } from '../../../orders/intake/formats/read-file.js';
import { findCompany } from '../../../company/company/queries.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { invalid } from '../../../kernel/errors.js';
import { todayIn } from '../../../kernel/time.js';
import { storedMapping } from '../../order-files/mapping.js';

/** How to read the rows of a source. */
export interface RowReading {
  readonly zone: string;
  readonly today: string;
  /** The paths of our fields in a row of another format. */
  readonly mapping: Readonly<Record<string, string>> | null;
  readonly times: RowTimes;
}

/**
 * How to read rows: the company's time zone; the mapping for rows of another format, the source's or else the
 * company's; and the field with the time of the change, `timestamp` unless the source has another one.
 */
export async function readReading(
  ctx: ActorCtx,
  {
    mapping = null,
    times,
  }: { readonly mapping?: RowReading['mapping'] | undefined; readonly times?: RowTimes | undefined } = {},
): Promise<RowReading> {
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  const zone = company.timeZone;
  return {
    ...{ zone, today: todayIn(zone, ctx.clock.now()) },
    mapping: mapping ?? (await storedMapping(ctx.db)) ?? null,
    times: times ?? { field: 'timestamp', zone },
  };
}

/** The rows of a source that are valid orders, including canceled ones, and those that are not. */
export interface ReadFeed {
  readonly orders: readonly IncomingOrder[];
  readonly refusals: readonly Refusal[];
}

/** Reads rows. If a row occurs twice, the one changed last counts. */
export async function readFeedRows(rows: readonly unknown[], reading: RowReading, pace: Pace): Promise<ReadFeed> {
  const { orders, refusals } = await readOrderFile(rows, toOptions(reading), toForeign(reading), pace);
  return { orders, refusals };
}

/** Reads rows that were accepted before, each on its own; null for one that is not a complete order. */
export async function readRows(rows: readonly unknown[], reading: RowReading, pace: Pace) {
  const options = { ...toOptions(reading), isStored: true };
  const readings = await pace.map(rows, async (row): Promise<IncomingOrder | null> => {
    if (!reading.mapping && !isKnownFormat(row)) return null;
    const { orders } = await readOrderFile([row], options, toForeign(reading), pace);
    return orders[0] ?? null;
  });
  return Promise.all(readings);
}

const toOptions = ({ zone, today }: RowReading): ReadingOptions => ({ zone, today, takesCanceled: true });

const toForeign =
  ({ mapping }: RowReading): RowMapping =>
  (row) =>
    mapping && !isKnownFormat(row) ? mapping : undefined;
