import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { deleteNewOrders, pushOrders } from '../src/domain/orders/service.js';
import { feedOf, median, report, timed, withGround } from './ground.js';

const ORDERS = 10_000;
const ROUNDS = 3;
const tables = ['price_snapshots', 'imports', 'orders', 'order_lines', 'order_sources'];

/** Import of 10,000 orders, file to committed, against COPY of the same ready rows into the same tables. */
export async function run(): Promise<boolean> {
  return withGround(async ({ db, url, ctx, folder }) => {
    const file = path.join(folder, 'feed.json');
    await writeFile(file, JSON.stringify(feedOf(ORDERS)));
    const products: number[] = [];
    const limits: number[] = [];
    let rss = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await empty(db);
      const child = JSON.parse(
        (await promisify(execFile)(process.execPath, ['bench/import-child.mjs', url, file])).stdout,
      ) as { ms: number; rss: number; counts: { new: number } };
      if (child.counts.new !== ORDERS) throw new Error(`imported ${child.counts.new} orders`);
      products.push(child.ms);
      rss = Math.max(rss, child.rss);
      const rows = await takeOut(url);
      await empty(db);
      limits.push((await timed(() => copyIn(url, rows))).ms);
    }
    const fast = report(`import of ${ORDERS} orders`, median(limits), median(products), 2.5);
    console.log(`  peak memory ${Math.round(rss)} MB (goal ≤ 400)${rss <= 400 ? '' : ' MISSED'}`);
    const pushed = await pushAndDelete(db, ctx);
    return fast && rss <= 400 && pushed;
  });
}

async function pushAndDelete(db: Knex, ctx: Parameters<typeof pushOrders>[0]): Promise<boolean> {
  const single = (sql: string) => timed(() => db.transaction((tx) => tx.raw(sql)));
  const reset = () => db.raw(`update orders set status = 'New', alerts = '[]' where shop_id is not null`);
  const push = `update orders set status = 'InQueue', status_since = now(), updated_at = now(), updated_by = 'bench', revision = revision + 1 where status = 'New' and open_alerts = 0 and shop_id is not null`;
  const limits: number[] = [];
  const products: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await reset();
    await db.raw('vacuum analyze orders');
    limits.push((await single(push)).ms);
    await reset();
    await db.raw('vacuum analyze orders');
    products.push((await timed(() => pushOrders(ctx, {}))).ms);
  }
  const pushedWell = report('push of New orders', median(limits), median(products), 1.3);
  await reset();
  const before = await timed(() =>
    db
      .transaction(async (tx) => {
        await tx.raw(`delete from orders where status = 'New'`);
        throw new Rollback();
      })
      .catch(ignoreRollback),
  );
  const deleted = await timed(() => deleteNewOrders(ctx, {}));
  return report('delete of New orders', before.ms, deleted.ms, 1.3) && pushedWell;
}

class Rollback extends Error {}
const ignoreRollback = (error: unknown): void => {
  if (!(error instanceof Rollback)) throw error;
};

const empty = (db: Knex) =>
  db.raw('truncate orders, order_lines, order_sources, order_totals, price_snapshots, imports cascade');

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const columnsOf = async (client: pg.Client, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as name from information_schema.columns where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]?.name ?? '';
};

/** The rows of the import as COPY writes them, kept in memory. */
const takeOut = (url: string) =>
  withClient(url, async (client) => {
    const parts: { table: string; columns: string; data: Buffer[] }[] = [];
    for (const table of tables) {
      const columns = await columnsOf(client, table);
      const data: Buffer[] = [];
      for await (const chunk of client.query(copyTo(`copy ${table} (${columns}) to stdout`)))
        data.push(chunk as Buffer);
      parts.push({ table, columns, data });
    }
    return parts;
  });

const copyIn = (url: string, parts: Awaited<ReturnType<typeof takeOut>>) =>
  withClient(url, async (client) => {
    await client.query('begin');
    for (const { table, columns, data } of parts)
      await pipeline(Readable.from(data), client.query(copyFrom(`copy ${table} (${columns}) from stdin`)));
    await client.query('commit');
  });
