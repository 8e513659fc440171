import { beforeAll, expect, test } from 'vitest';
import { listFilteredInvoices, searchInvoicesByNumber } from '../../billing/invoices/list-query.js';
import { ListAnyInvoices } from '../../billing/invoices/schema.js';
import { isShort, NEWEST } from '../../kernel/records/short-search.js';
import { findOrders, searchOrders } from '../../orders/reads/queries.js';
import { ListOrders } from '../../orders/schema.js';
import { insertManyOrders } from '../../testing/plans.js';
import { useWorld } from '../../testing/world.js';

const world = useWorld();
const office = () => ({ ...world.ctx('office.user'), actor: world.actor('office.user') });

test.each([
  ['a', true],
  ['10', true],
  ['é7', true],
  ['-', true],
  ['7-1', true],
  ['', false],
  ['abc', false],
  ['100', false],
  ['7-10', false],
  ['rl-', false],
])('an index of texts finds %j: %s', (text, short) => {
  expect(isShort(text)).toBe(short);
});

let oldest = '';
beforeAll(async () => {
  [oldest = ''] = await world.createOrders(1);
  await insertManyOrders(world, oldest, NEWEST + 500);
  await world.db('order_totals').delete(); // no totals exist yet, because the copies were inserted without triggers
  await world.db.raw(`insert into order_totals (shop_id, status, n, shop_total, company_total)
    select shop_id, status, count(*), sum(grand_total_shop), sum(grand_total_company) from orders group by 1, 2`);
  await world.db('orders').where({ id: oldest }).update({ serial_number: 'QX-oldest', status: 'Invoiced' });
  await world.db.raw(
    `update invoices set invoice_number = 'QX7000', invoiced_date = '2001-01-01' where invoice_number = 'P-1'`,
  );
});

test('for one or two letters, only the newest of many orders are searched, and the answer reports it', async () => {
  expect(await searchOrders(office(), 'qx')).toMatchObject({ items: [], total: 0, more: false, newest: NEWEST });
  expect(await searchOrders(office(), 'P')).toMatchObject({ total: 50, more: true, newest: NEWEST });
  const list = (more: object) => findOrders(office(), ListOrders.parse(more));
  expect(await list({ search: 'qx' })).toMatchObject({ items: [], total: 0, newest: NEWEST });
  expect(await list({ search: 'P-', size: 7, page: 2 })).toMatchObject({ newest: NEWEST });
  expect((await list({ search: 'P-' })).total).toBeLessThanOrEqual(NEWEST);
  for (const search of ['qx-', 'oldest']) {
    const { items, newest } = await list({ search });
    expect({ ids: items.map(({ _id }) => _id), newest }).toEqual({ ids: [oldest], newest: undefined });
  }
  // few orders have the status, so all of them are searched
  expect(await list({ search: 'qx', status: 'invoiced' })).toMatchObject({ total: 1, newest: undefined });
});

test('only the newest invoices are searched, too', async () => {
  const search = (number: string) => searchInvoicesByNumber(world.db, world.actor('office.user'), number);
  const list = (text: string) => listFilteredInvoices(office(), ListAnyInvoices.parse({ search: text }));
  expect(await search('qx')).toMatchObject({ items: [], total: 0, newest: NEWEST });
  expect(await search('P-')).toMatchObject({ total: NEWEST, newest: NEWEST });
  expect(await search('qx7')).toMatchObject({ total: 1, newest: undefined });
  expect(await list('qx')).toMatchObject({ items: [], total: 0, newest: NEWEST });
  expect(await list('qx70')).toMatchObject({ total: 1, newest: undefined });
});
