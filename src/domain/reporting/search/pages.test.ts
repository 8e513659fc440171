import { beforeAll, describe, expect, test } from 'vitest';
import { listFilteredInvoices } from '../../billing/invoices/list-query.js';
import { ListAnyInvoices } from '../../billing/invoices/schema.js';
import { findOrders } from '../../orders/reads/queries.js';
import { ListOrders } from '../../orders/schema.js';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import { otherShop, useWorld, type ActorName } from '../../testing/world.js';

const world = useWorld();
beforeAll(async () => {
  await makeApprovedInvoices(world, 9);
  await makeApprovedInvoices(world, 5, otherShop);
  const ids = await world.createOrders(8);
  await world.db('orders').whereIn('id', ids.slice(0, 4)).update({ shop_id: null });
  await world.createPushedOrder('InQueue', otherShop);
});

const orderSorts = 'serialNumber dateOrdered shop dealer customer status model grandTotal statusSince updatedAt';
const invoiceSorts = 'invoiceNumber invoicedDate shop serialNumber amount status updatedAt';
const bothWays = (sorts: string) => sorts.split(' ').flatMap((sort) => [sort, `-${sort}`]);

interface Item {
  readonly _id: string;
  readonly shop: { readonly name: string } | null;
}
type Read = (input: object) => Promise<{ readonly items: readonly Item[]; readonly total: number }>;

/** The rows of all pages of three rows. */
async function readAllPages(read: Read): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { items: found, total } = await read({ size: 3, page });
    items.push(...found);
    if (page * 3 >= total) return items;
  }
}

const getIds = (items: readonly Item[]) => items.map(({ _id }) => _id);
const actorFor = (name: ActorName) => ({ ...world.ctx(name), actor: world.actor(name) });

describe.each<ActorName>(['office.user', 'other.shop'])('the pages that %s sees', (who) => {
  test.each(bothWays(orderSorts))('of orders, sorted by %s, are the whole list', async (sort) => {
    for (const filter of [{}, { status: 'New' }, { status: 'Invoiced' }, { search: 'T-' }]) {
      const read: Read = (input) => findOrders(actorFor(who), ListOrders.parse({ ...filter, ...input, sort }));
      const { items, total } = await read({ size: 500 });
      expect(items).toHaveLength(total);
      expect(getIds(await readAllPages(read))).toEqual(getIds(items));
    }
  });

  test.each(bothWays(invoiceSorts))('of invoices, sorted by %s, are the whole list', async (sort) => {
    for (const filter of [{}, { status: 'Approved' }, { cutoff: '2026-11-13' }]) {
      const read: Read = (input) =>
        listFilteredInvoices(actorFor(who), ListAnyInvoices.parse({ ...filter, ...input, sort }));
      const { items, total } = await read({ size: 500 });
      expect(items).toHaveLength(total);
      expect(total).toBeGreaterThan(4);
      expect(getIds(await readAllPages(read))).toEqual(getIds(items));
    }
  });
});

test.each(['shop', '-shop'])('orders by %s are in the order of the names of their shops', async (sort) => {
  const { items } = await findOrders(actorFor('office.user'), ListOrders.parse({ sort, size: 500 }));
  const names = items.map(({ shop }) => shop?.name ?? '');
  expect(new Set(names).size).toBeGreaterThan(2);
  const sorted = names.toSorted();
  expect(names).toEqual(sort === 'shop' ? sorted : sorted.reverse());
});
