import type { Knex } from 'knex';
import { toCopy, copyRows, type Cells } from '../../kernel/database/copy-rows.js';
import type { BuiltOrder, Snapshot } from '../pricing/build.js';
import { newOrderRow } from './insert-rows.js';
import { toLineRows, toStoredLine } from '../pricing/line-rows.js';

/** The state of an import while its orders are stored. */
export interface StoringState {
  readonly importId: string;
  readonly now: string;
  /** Hashes of snapshots already stored, because most orders share them. */
  readonly snapshots: Set<string>;
}

/** Stores new orders with their lines, sources and snapshots in the transaction `db`, with set-based statements. */
export async function storeNewOrders(
  db: Knex,
  orders: readonly { readonly id: string; readonly built: BuiltOrder }[],
  { importId, now, snapshots }: StoringState,
): Promise<void> {
  const newSnapshots = orders.flatMap(({ built }) => takeSnapshots(built).filter(({ hash }) => !snapshots.has(hash)));
  await storeSnapshots(db, newSnapshots);
  for (const { hash } of newSnapshots) snapshots.add(hash);
  await copyRows(
    db,
    'orders',
    mapRows(orders, ({ id, built }) => [newOrderRow(built, id, importId, now)]),
  );
  await copyRows(
    db,
    'order_lines',
    mapRows(orders, ({ id, built }) => toLineRows({ id, lines: built.lines.map(toStoredLine) }, built.figures)),
  );
  await copyRows(
    db,
    'order_sources',
    mapRows(orders, ({ id, built }) => sourceRows(built, id)),
  );
}

function sourceRows(builtOrder: BuiltOrder, id: string): Cells[] {
  const { source } = builtOrder.matchedOrder.incoming;
  return source === null || source === undefined
    ? []
    : [toCopy({ order_id: id, source: JSON.stringify(source) }, [], [])];
}

function* mapRows<T>(items: readonly T[], rows: (item: T) => readonly Cells[]): Generator<Cells> {
  for (const item of items) yield* rows(item);
}

/** Everything an order was priced with. */
export const takeSnapshots = (builtOrder: BuiltOrder): Snapshot[] => [
  builtOrder.snapshot,
  ...builtOrder.lines.flatMap((line) => (line.snapshot ? [line.snapshot] : [])),
];

/** Stores the snapshots that are not stored yet; equal contents are stored once. */
export async function storeSnapshots(db: Knex, snapshots: readonly Snapshot[]): Promise<void> {
  const unique = [...new Map(snapshots.map((s) => [s.hash, s])).values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  for (let at = 0; at < unique.length; at += 500) {
    const part = unique.slice(at, at + 500);
    await db.raw(
      `insert into price_snapshots (hash, content)
       select hash, content::jsonb from unnest(?::text[], ?::text[]) as s(hash, content) on conflict (hash) do nothing`,
      [part.map((s) => s.hash), part.map((s) => JSON.stringify(s.content))],
    );
  }
}
