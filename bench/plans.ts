import type { Knex } from 'knex';
import pg from 'pg';
import { connect } from '../src/domain/kernel/database/database.js';
import { withServerHere, type Person } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { checkBound } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const big: ReadonlySet<string> = new Set(['orders', 'order_lines', 'invoices', 'invoice_messages', 'price_snapshots']);

/** How many pages of 8 kB a call may read, at small and at full scale: about three times what it reads today. */
const calls: readonly { readonly path: string; readonly pages: readonly [small: number, full: number] }[] = [
  { path: '/api/orders/status/inqueue?size=200', pages: [600, 1_200] },
  { path: '/api/orders/status/invoiced?size=200', pages: [1_200, 1_800] }, // each row looks up its invoice
  { path: '/api/invoice/status/Approved?size=200', pages: [2_000, 6_000] },
  { path: '/api/orders/search/0019999', pages: [200, 200] },
  { path: '/api/invoice/search/100017', pages: [200, 200] },
  { path: '/api/orders/chart/filter', pages: [50, 50] },
  { path: '/api/invoice/chart/filter', pages: [50, 50] },
  { path: '/api/payment/trend', pages: [200, 1_500] },
  { path: '/api/home/needs', pages: [3_000, 60_000] }, // reads New orders and those On Hold
  { path: '/api/home/work', pages: [1_000, 6_000] },
  { path: '/api/figures', pages: [3_000, 40_000] }, // reads the orders of twelve weeks
  { path: '/api/payment?size=200', pages: [750, 2_500] }, // each row looks up its shop
  { path: '/api/invoice/status/Paid?size=200&sort=amount', pages: [2_400, 4_000] }, // … and its order
  { path: '/api/invoice/status/Paid?size=200&sort=-invoiceNumber', pages: [2_400, 4_000] },
  { path: '/api/invoice/status/Paid?size=200&sort=serialNumber', pages: [2_400, 4_000] },
  { path: '/api/orders/status/invoiced?size=200&sort=-customer', pages: [2_400, 4_000] },
  { path: '/api/approvals?sort=amount', pages: [400, 1_500] },
  { path: '/api/orders/search/zq', pages: [6_000, 6_000] }, // the newest 5,000 orders, at worst one page each
  { path: '/api/invoice/search/zq', pages: [3_000, 12_000] },
];

/** The plans of everyday queries: no call scans a big table, and none reads more pages than its limit. */
export async function run(): Promise<boolean> {
  return runOnData('orders', ({ db, url }) => {
    const reads = connect(url, { max: 2 });
    return withServerHere({ db, url, reads }, async (signIn) => {
      const office = await signIn('office.admin');
      const client = new pg.Client({ connectionString: url, options: '-c jit=off' });
      await client.connect();
      try {
        return await checkGuarded({ db, reads, client, office });
      } finally {
        await client.end();
      }
    });
  });
}

interface WatchedServer {
  readonly db: Knex;
  /** The connection that the server reads through; its statements are recorded. */
  readonly reads: Knex;
  readonly client: pg.Client;
  readonly office: Person;
}

async function checkGuarded({ db, ...watched }: WatchedServer): Promise<boolean> {
  let met = true;
  for (const { path, pages } of [...calls, ...(await records(db))]) {
    const plans = await readPlans(watched, path);
    if (plans.length === 0) throw new Error(`no statement of GET ${path} was heard`);
    const call = `GET ${path.replace(/[0-9a-f-]{36}/, ':id')}`;
    const whole = plans.flatMap(getScans).filter((table) => big.has(table));
    const pagesRead = plans.reduce((sum, plan) => sum + countPages(plan), 0);
    met = checkBound(`${call}: pages read`, pagesRead, pages[readScale().name === 'small' ? 0 : 1], 'pages') && met;
    if (whole.length > 0) met = checkBound(`${call}: reads to the end ${whole.join(', ')}`, whole.length, 0, 'tables');
  }
  return met;
}

/** Calls for one record each. */
async function records(db: Knex): Promise<typeof calls> {
  const { id } = (await db('orders').where({ status: 'Invoiced' }).first('id')) as { id: string };
  const payment = (await db('payments').first('id')) as { id: string };
  return [
    { path: `/api/orders/${id}`, pages: [200, 200] },
    { path: `/api/payment/${payment.id}`, pages: [500, 700] },
  ];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** The plans of all statements that a call runs. */
async function readPlans({ reads, client, office }: Omit<WatchedServer, 'db'>, path: string): Promise<Plan[]> {
  const statements: { sql: string; bindings: unknown[] }[] = [];
  const listen = (query: { sql: string; bindings?: unknown[] }) =>
    statements.push({ sql: query.sql, bindings: query.bindings ?? [] });
  reads.on('query', listen);
  await office.get(path);
  reads.removeListener('query', listen);
  const plans: Plan[] = [];
  for (const { sql, bindings } of statements) {
    if (!/^\s*(select|with)\b/i.test(sql)) continue;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) ${sql}`,
      bindings,
    );
    if (rows[0]) plans.push(rows[0]['QUERY PLAN'][0].Plan);
  }
  return plans;
}

const countPages = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];

/** The tables that a plan scans, except empty ones. */
const getScans = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] && countPages(plan) > 0 ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(getScans),
];
