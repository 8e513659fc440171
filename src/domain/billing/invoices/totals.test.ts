import { beforeAll, expect, test } from 'vitest';
import { queryRows } from '../../kernel/database/rows.js';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import { insertManyOrders, readToEnd } from '../../testing/plans.js';
import { otherShop, useWorld } from '../../testing/world.js';
import { listFilteredInvoices } from './list-query.js';
import { ListAnyInvoices } from './schema.js';
import { listInvoices } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
let ids: string[] = [];
beforeAll(async () => {
  ids = [...(await makeApprovedInvoices(world, 12)), ...(await makeApprovedInvoices(world, 8, otherShop))];
});

const countSql = `select shop_id, status, count(*)::int as n, sum(shop_total)::bigint as shop, sum(company_total)::bigint as company,
    sum(order_total)::bigint as "order" from invoices where deleted_at is null group by 1, 2 order by 1, 2`;
const storedSql = `select shop_id, status, sum(n)::int as n, sum(shop_total)::bigint as shop, sum(company_total)::bigint as company,
    sum(order_total)::bigint as "order" from invoice_totals group by 1, 2 having sum(n) <> 0 order by 1, 2`;
const isKept = async () =>
  expect(await queryRows(world.db.raw(storedSql))).toEqual(await queryRows(world.db.raw(countSql)));
const countRows = async () => (await queryRows<{ n: number }>(world.db('invoice_totals').count({ n: '*' })))[0]?.n ?? 0;

/** A pseudorandom number below `most`, the same series in each run. */
function series(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
}
const statuses = ['New', 'Denied', 'Adjusted', 'Approved'] as const;

test('the stored totals equal a recount after any inserts, updates, deletes and rollbacks', async () => {
  await isKept();
  const pick = series(28);
  for (let n = 0; n < 60; n += 1) {
    const some = ids.filter(() => pick(3) === 0);
    const tx = await world.db.transaction();
    const changes = [
      () =>
        tx('invoices')
          .whereIn('id', some)
          .update({ status: statuses[pick(4)] }),
      () =>
        tx('invoices')
          .whereIn('id', some)
          .update({ shop_total: pick(9_000_00) - 1_000_00 }),
      () => tx('invoices').whereIn('id', some).update({ deleted_at: new Date() }),
      () => tx('invoices').whereIn('id', some).update({ deleted_at: null }),
      () =>
        tx('invoices')
          .whereIn('id', some)
          .update({ bill_to: `the company ${n}` }),
      () =>
        tx('invoices')
          .whereIn('id', some.slice(0, 1))
          .update({ company_total: pick(500), order_total: pick(500) }),
    ];
    await changes[pick(changes.length)]?.();
    await (pick(4) === 0 ? tx.rollback() : tx.commit());
    await isKept();
  }
  await world.db('invoices').whereIn('id', ids).update({ deleted_at: null });
  await isKept();
});

test('simultaneous changes neither wait for each other nor lose a sum, and later changes merge their rows again', async () => {
  const before = await countRows();
  const [a, b] = [await world.db.transaction(), await world.db.transaction()];
  try {
    // each transaction changes both shops, in opposite order: row locks would deadlock here
    await a('invoices').where({ id: ids[0] }).update({ shop_total: 1 });
    await b('invoices').where({ id: ids[12] }).update({ shop_total: 2 });
    await a('invoices').where({ id: ids[13] }).update({ shop_total: 3 });
    await b('invoices').where({ id: ids[1] }).update({ shop_total: 4 });
  } finally {
    await a.commit();
    await b.commit();
  }
  await isKept();
  await world.db('invoices').whereIn('id', ids).update({ order_total: 77 });
  await isKept();
  expect(await countRows()).toBeLessThanOrEqual(before);
});

test("an invoice follows its order's serial number", async () => {
  const { order_id } = (await world.db('invoices').where({ id: ids[2] }).first('order_id')) as { order_id: string };
  await world.db('orders').where({ id: order_id }).update({ serial_number: 'ZZ-1' });
  expect(await world.db('invoices').where({ id: ids[2] }).first('serial_number')).toEqual({ serial_number: 'ZZ-1' });
  const { items } = await listInvoices(office(), { status: 'Approved', sort: '-serialNumber', size: 1 });
  expect(items.map(({ _id }) => _id)).toEqual([ids[2]]);
});

test('no page of a list sorts or reads all invoices, for any sort order', async () => {
  const [order = ''] = await world.createOrders(1);
  const actor = { ...office(), actor: world.actor('office.user') };
  await insertManyOrders(world, order, 5000);
  const sorts = ['amount', '-amount', 'invoiceNumber', '-invoiceNumber', 'serialNumber', '-serialNumber'] as const;
  for (const sort of sorts)
    for (const page of [1, 100, 240])
      for (const list of [
        { sort, page, size: 20 },
        { sort, page, size: 20, status: 'Approved' as const },
      ]) {
        const reads = await readToEnd(world, () => listFilteredInvoices(actor, ListAnyInvoices.parse(list)));
        const what = { sort, page, status: list };
        expect({ ...what, read: reads.filter((name) => name === 'invoices' || name === 'orders') }).toEqual({
          ...what,
          read: [],
        });
      }
});
