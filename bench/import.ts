import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readColumns } from './lib/columns.js';
import { getFeed } from './lib/feed.js';
import { runOnCopy } from './lib/ground.js';
import { checkBound, median, report, measureTime } from './lib/measure.js';

const ORDERS = 10_000;
const ROUNDS = 5;
const MOST_MB = 400;
const tables = ['price_snapshots', 'imports', 'orders', 'order_lines', 'order_sources'];

/** Import of 10,000 orders, file to committed, against COPY of the same ready rows into the same tables. */
export async function run(): Promise<boolean> {
  return runOnCopy('catalogue', async ({ db, url, folder }) => {
    const file = path.join(folder, 'feed.json');
    await writeFile(file, JSON.stringify(getFeed(ORDERS)));
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
      const rows = await takeOut(db, url);
      await empty(db);
      limits.push((await measureTime(() => copyIn(url, rows))).ms);
    }
    const fast = report(`import of ${ORDERS} orders`, median(limits), median(products), 2.5);
    return checkBound(`import of ${ORDERS} orders: peak memory`, rss, MOST_MB, 'MB') && fast;
  });
}

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

/** The rows of the import in the format of COPY, in memory. */
const takeOut = (db: Knex, url: string) =>
  withClient(url, async (client) => {
    const parts: { table: string; columns: string; data: Buffer[] }[] = [];
    for (const table of tables) {
      const columns = (await readColumns(db, table)).join(', ');
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
