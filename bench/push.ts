import type { Knex } from 'knex';
import type { Ctx } from '../src/domain/kernel/context.js';
import { deleteNewOrders } from '../src/domain/orders/intake/delete-new.js';
import { pushOrders } from '../src/domain/orders/intake/push.js';
import { readColumns, copyColumns } from './lib/columns.js';
import { runOnCopy } from './lib/ground.js';
import { median, report, measureTime } from './lib/measure.js';
import { recountSql } from './lib/orders.js';

const ORDERS = 10_000;
const ROUNDS = 5;

/** Pushes and deletes 10,000 New orders with their lines, among all others, against a single statement. */
export async function run(): Promise<boolean> {
  return runOnCopy('orders', async ({ db, ctx }) => {
    await db.raw(`update orders set status = 'InQueue' where status = 'New'`);
    await addNew(db);
    const arePushesFast = await pushes(db, ctx);
    const areDeletionsFast = await deletions(db, ctx);
    await expectTotals(db);
    return arePushesFast && areDeletionsFast;
  });
}

/** Copies 10,000 orders with their lines, as New and with new IDs. */
async function addNew(db: Knex): Promise<void> {
  const [orders, lines] = [await readColumns(db, 'orders'), await readColumns(db, 'order_lines')];
  const next = { id: `overlay(o.id::text placing '6' from 15)::uuid`, serial_number: `'N' || o.serial_number` };
  const newOrder = {
    status: `'New'`,
    is_building: 'false',
    date_finished: 'null',
    invoiced_date: 'null',
    hold_reason: 'null',
  };
  await db.raw(`insert into orders (${orders.join(', ')}) select ${copyColumns(orders, 'o', { ...next, ...newOrder })}
    from (select * from orders order by id desc limit ${ORDERS}) o`);
  await db.raw(`insert into order_lines (${lines.join(', ')}) select ${copyColumns(lines, 'l', { order_id: 'o.id' })}
    from orders o join order_lines l on l.order_id = overlay(o.id::text placing '7' from 15)::uuid where o.status = 'New'`);
}

async function pushes(db: Knex, ctx: Ctx): Promise<boolean> {
  const [limits, products]: [number[], number[]] = [[], []];
  const news = (await db('orders').where({ status: 'New' }).pluck('id')) as string[];
  const prepare = async () => {
    await db.raw(`update orders set status = 'New' where id = any(?)`, [news]);
    await db.raw('vacuum orders');
  };
  const single = `update orders set status = 'InQueue', status_since = now(), updated_at = now(), updated_by = 'bench', revision = revision + 1
    where status = 'New' and open_alerts = 0 and shop_id is not null`;
  for (let n = 0; n < ROUNDS; n += 1) {
    await prepare();
    limits.push((await measureTime(() => db.transaction((trx) => trx.raw(single)))).ms);
    await prepare();
    const { ms, value } = await measureTime(() => pushOrders(ctx, {}));
    if (value.pushed !== ORDERS) throw new Error(`${value.pushed} orders were pushed`);
    products.push(ms);
  }
  await prepare();
  return report(`push of ${ORDERS} New orders`, median(limits), median(products), 1.3);
}

class TakenBack extends Error {}

/** Runs `work` in a transaction, rolls it back, and returns the time of the work in milliseconds. */
async function takenBack(db: Knex, work: (trx: Knex) => Promise<unknown>): Promise<number> {
  let ms = 0;
  const all = db.transaction(async (trx) => {
    ms = (await measureTime(() => work(trx))).ms;
    throw new TakenBack();
  });
  await all.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return ms;
}

async function deletions(db: Knex, ctx: Ctx): Promise<boolean> {
  const [limits, products]: [number[], number[]] = [[], []];
  for (let n = 0; n < ROUNDS; n += 1) {
    limits.push(await takenBack(db, (trx) => trx.raw(`delete from orders where status = 'New'`)));
    products.push(await takenBack(db, (trx) => deleteNewOrders({ ...ctx, db: trx }, {})));
  }
  const { deleted } = await deleteNewOrders(ctx, {});
  if (deleted !== ORDERS) throw new Error(`${deleted} orders were deleted`);
  return report(`delete of ${ORDERS} New orders`, median(limits), median(products), 1.3);
}

/** The stored figures of the dashboard equal a recount. */
async function expectTotals(db: Knex): Promise<void> {
  const { rowCount } = (await db.raw(
    `select shop_id, status, n, shop_total, company_total from order_totals where n <> 0 except ${recountSql}`,
  )) as { rowCount: number };
  if (rowCount > 0) throw new Error(`${rowCount} rows of order_totals are not what a recount finds`);
}
