import { z } from 'zod';
import { type LongList, readPage } from '../../kernel/records/long-list.js';
import { service } from '../../kernel/service.js';
import { nameValue } from '../../kernel/trail/trail.js';
import { getPeriod } from '../reports/period.js';
import { countEntries, type EntryRow, findTrailChoices, matchEntries, selectEntries } from './queries.js';
import { ListTrail, TrailChoices, type TrailEntry, TrailPage } from './schema.js';

export const TRAIL_RANGE = 'last-31-days';

const order = {
  keys: [
    { sql: 'e.at', type: 'timestamptz' },
    { sql: 'e.id', type: 'uuid' },
  ],
  descending: true,
} as const;

export const listTrail = service({
  summary: 'List changes of any record: who, when, from where, old and new; newest first',
  permission: 'trail.view',
  effect: 'read',
  readsFrom: 'standby',
  input: ListTrail,
  output: { office: TrailPage },
  run: async (ctx, input) => {
    const { range, from, to } = input;
    const dates: [string, string] | null = from || to ? [from ?? FIRST_DAY, to ?? LAST_DAY] : null;
    const { span } = await getPeriod(ctx, { dates, range }, TRAIL_RANGE);
    const entries = await matchEntries(ctx, input, span);
    const list: LongList<{ total: number; more: boolean }> = {
      ...{ name: 'trail', input, order, forwards: true },
      rows: () => selectEntries(ctx.db, entries()),
      sums: () => countEntries(ctx.db, entries()),
    };
    const { rows, sums, next } = await readPage<EntryRow, { total: number; more: boolean }>(ctx, list);
    return { items: rows.map(toEntry), ...sums, ...next };
  },
});

export const listTrailChoices = service({
  summary: 'List the users, kinds of records, actions and fields in the audit trail',
  permission: 'trail.view',
  effect: 'read',
  readsFrom: 'standby',
  input: z.object({}),
  output: { office: TrailChoices },
  run: ({ db }) => findTrailChoices(db),
});

const FIRST_DAY = '1990-01-01';
const LAST_DAY = '2200-12-31';

function toEntry(row: EntryRow): TrailEntry {
  const [before, after] = [toFields(row.before), toFields(row.after)];
  return {
    ...{ _id: row._id, at: row.at, action: row.action, recordKind: row.entity, records: row.records },
    by: { _id: row.actor_id, name: row.actor_name },
    record: row.record === null ? null : { _id: row.record, name: row.record_name },
    shop: row.shop_id === null || row.shop === null ? null : { _id: row.shop_id, name: row.shop },
    ...{ source: row.source, origin: row.origin, amount: row.amount === null ? null : Number(row.amount) },
    changes: row.fields.map((field) => ({
      field,
      from: shorten(nameValue(row, field, before[field])),
      to: shorten(nameValue(row, field, after[field])),
    })),
  };
}

const toFields = (value: unknown): Readonly<Record<string, Json>> => (value ?? {}) as Record<string, Json>; // the history stores JSON
type Json = z.output<ReturnType<typeof z.json>>;

const LONGEST = 2000;

/** A value as a page shows it; a very long one is shortened. */
function shorten(value: Json | undefined): Json {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : value;
}
