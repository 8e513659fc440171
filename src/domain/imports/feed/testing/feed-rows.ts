import { readFileSync } from 'node:fs';
import { packageFolder } from '../../../../package.js';
import type { Ctx } from '../../../kernel/context.js';
import { Pace } from '../../../kernel/pace.js';
import { inTransaction } from '../../../kernel/service.js';
import { takeRows, type TakenRows } from '../rows/take-rows.js';
import type { FeedRow } from './feed-server.js';

/** The rows of the demo's sales system, read anew, so that a test may change them. */
export const readSampleRows = (): FeedRow[] =>
  JSON.parse(readFileSync(new URL('fixtures/feed-demo.json', packageFolder), 'utf8')) as FeedRow[];

/** Imports rows as a source does, in a transaction of its own. */
export const takeFeedRows = (ctx: Ctx, rows: Parameters<typeof takeRows>[1]): Promise<TakenRows> =>
  inTransaction(ctx, (tx) => takeRows(tx, rows, new Pace(undefined)), false);

/**
 * A function that sends one sale again, with changes, a minute later each time. Facts are accepted automatically, the
 * other changes wait.
 */
export function createSale(getCtx: () => Ctx, sale: { readonly id: string; readonly serialNumber: string }) {
  const [sample] = readSampleRows();
  let minute = 0;
  return (change: Readonly<Record<string, unknown>> = {}): Promise<TakenRows> => {
    minute += 1;
    const timestamp = new Date(Date.parse('2026-11-01T10:00:00Z') + minute * 60_000).toISOString();
    const rows = [{ ...sample, ...sale, timestamp, ...change }];
    return takeFeedRows(getCtx(), { rows, source: 'Sales feed', takesAtOnce: ['facts'] });
  };
}
