import pg from 'pg';
import type { World } from './world.js';

/**
 * Copies an order the requested number of times, each with its own serial number (`P-1`) and invoice, and updates
 * PostgreSQL's statistics. All copies share ten feed IDs.
 */
export async function insertManyOrders({ db }: World, like: string, count: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica'); // skip checks and sums
    const names = (await trx('information_schema.columns')
      .where({ table_name: 'orders', is_generated: 'NEVER' })
      .whereNotIn('column_name', ['id', 'serial_number', 'external_id'])
      .pluck('column_name')) as string[];
    const columns = names.map((name) => `"${name}"`).join(', ');
    await trx.raw(
      `insert into orders (id, serial_number, external_id, ${columns})
       select md5('P-' || n)::uuid, 'P-' || n, 'F-' || n % 10, ${columns} from orders, generate_series(1, ${count}) n where id = ?`,
      [like],
    );
    await trx.raw('set local session_replication_role = origin');
    await trx.raw(
      `insert into invoices (id, invoice_number, invoiced_date, bill_to, status, status_since, shop_id, order_id, shop_total, company_total, order_total)
       select id, serial_number, '2026-11-13', 'the company', 'Approved', now(), shop_id, id, 0, 0, 0 from orders where serial_number like 'P-%'`,
    );
  });
  await db.raw('analyze orders, invoices');
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/**
 * The tables or indexes that the reading statements of some work scan completely according to their plans, without a
 * condition on an index.
 */
export async function readToEnd({ db, url }: World, work: () => Promise<unknown>): Promise<string[]> {
  const statements: { readonly sql: string; readonly bindings: unknown[] }[] = [];
  const listen = (query: (typeof statements)[number]) => statements.push(query);
  db.on('query', listen);
  await work();
  db.removeListener('query', listen);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const whole: string[] = [];
    for (const { sql, bindings } of statements.filter((query) => /^\s*(select|with)\b/i.test(query.sql))) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${sql}`, bindings);
      if (rows[0]) whole.push(...listTablesRead(rows[0]['QUERY PLAN'][0].Plan));
    }
    return whole;
  } finally {
    await client.end();
  }
}

const listTablesRead = (plan: Plan): string[] => [
  ...(plan['Relation Name'] && plan['Node Type'] !== 'Bitmap Heap Scan' && !plan['Index Cond']
    ? [plan['Index Name'] ?? plan['Relation Name']]
    : []),
  ...(plan.Plans ?? []).flatMap(listTablesRead),
];
