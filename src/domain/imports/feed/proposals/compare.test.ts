import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { getOrder, listOrders } from '../../../orders/service.js';
import { otherShop, useWorld } from '../../../testing/world.js';
import { importOrders } from '../../order-files/service.js';
import { acceptProposals } from './decide.js';
import { listProposals } from './service.js';
import { readSampleRows, takeFeedRows } from '../testing/feed-rows.js';

type Row = Record<string, unknown>;
const [sample = {}] = readSampleRows();
const world = useWorld();
const office = () => world.ctx('office.admin');
let serial = 0;
let dealer: string;

/** An off-lot order in our own format, with neither a date nor a customer. */
const toOwn = (more: Row = {}): Row => ({
  ...{ serialNumber: `OWN-${serial}`, shop: 'ridge line barns', dealer, category: 'Painted', model: 'Painted Cabin' },
  ...{ size: '12x24', basePrice: 6000, addOns: [{ name: 'Workbench' }], ...more },
});
const take = (row: Row) => takeFeedRows(office(), { rows: [row], source: 'Folder', takesAtOnce: ['facts'] });
const readOrder = (): Promise<unknown> =>
  world
    .db('orders')
    .where({ serial_number: `OWN-${serial}` })
    .first('date_ordered', 'customer');
const readChanges = async () =>
  (await listProposals(office(), {})).items.flatMap(({ changes }) => changes.map(({ label }) => label));

beforeEach(async () => {
  serial += 1;
  world.now = new Date('2026-11-16T15:00:00Z');
  await world.db('orders').delete();
  dealer = ((await world.db('dealers').orderBy('name').first('name')) as { name: string }).name;
});

const tomorrow = () => {
  world.now = new Date('2026-11-17T15:00:00Z');
};
const asSold = () => ({ date_ordered: '2026-11-16', customer: dealer });

test('an order of our own format that is sent again keeps its date and its customer', async () => {
  expect(await take(toOwn())).toMatchObject({ new: 1 });
  expect(await readOrder()).toEqual(asSold());
  tomorrow();
  expect(await take(toOwn())).toMatchObject({ unchanged: 1, applied: 0, proposed: 0 });
  expect(await take(toOwn({ trimColor: 'White' }))).toMatchObject({ applied: 0, proposed: 1 });
  expect(await readOrder()).toEqual(asSold());
  expect(await readChanges()).toEqual(['Trim color']);
});

test("the office's own date and customer stay when such an order is sent with another value", async () => {
  await take(toOwn());
  const own = { date_ordered: '2026-11-02', customer: 'Ada Miller' };
  await world.db('orders').update(own);
  tomorrow();
  await take(toOwn({ salesRep: 'Levi' }));
  expect(await readOrder()).toEqual(own);
});

test('an order that was uploaded without a source keeps them when its first row has neither', async () => {
  await importOrders(office(), { orders: [toOwn()] });
  await world
    .db('orders')
    .update({ status: 'Invoiced', date_finished: '2026-11-16', invoiced_date: '2026-11-16', alerts: '[]' });
  tomorrow();
  const offLot = { orderType: 'Off Lot', customerName: null, dateOrdered: null, soldByDealer: dealer };
  await take({ ...sample, ...offLot, id: `W${serial}`, serialNumber: `OWN-${serial}`, driverName: 'Amos' });
  expect(await readOrder()).toEqual(asSold());
  expect(await world.db('orders').pluck('driver')).toEqual(['Amos']);
});

test('a row that no longer has a date does not change it', async () => {
  const row = toOwn({ dateOrdered: '2026-11-02' });
  await take(row);
  await take({ ...row, dateOrdered: null, salesRep: 'Levi' });
  expect(await readOrder()).toMatchObject({ date_ordered: '2026-11-02' });
  await take({ ...row, dateOrdered: '2026-11-03' });
  expect(await readOrder()).toMatchObject({ date_ordered: '2026-11-03' });
});

describe.each(['New', 'pushed'])('the customer of a %s off-lot order', (state) => {
  const takeBoth = async (row: Row, next: Row) => {
    await take(row);
    if (state === 'pushed') {
      await acceptAlerts(office(), {});
      await pushOrders(office(), {});
    }
    await take(next);
    const { items } = await listProposals(office(), {});
    await acceptProposals(office(), { items: items.map(({ _id: id }) => ({ id })) });
    return readOrder();
  };

  test('is the new dealer if it was only the dealer', async () => {
    const names = (await world.db('dealers').orderBy('name').pluck('name')) as string[];
    const other = names.find((name) => name !== dealer);
    expect(await takeBoth(toOwn(), toOwn({ dealer: other }))).toMatchObject({ customer: other });
  });

  test('is missing if it was only the dealer and the order is a new build now', async () => {
    expect(await takeBoth(toOwn(), toOwn({ type: 'Customer' }))).toMatchObject({ customer: null });
  });

  test('stays if the row or the office has named one', async () => {
    const names = (await world.db('dealers').orderBy('name').pluck('name')) as string[];
    const customer = 'Ada Miller';
    const next = toOwn({ customer, dealer: names.find((name) => name !== dealer) });
    expect(await takeBoth(toOwn({ customer }), next)).toMatchObject({ customer });
  });
});

describe("a pushed order's line", () => {
  const cupola = { name: 'Cupola as drawn', quantity: 1, price: 200, laborCost: 50 };
  const push = async (row: Row) => {
    await take(row);
    await acceptAlerts(office(), {});
    await pushOrders(office(), {});
  };
  const accept = async () => {
    const { items } = await listProposals(office(), {});
    expect(await acceptProposals(office(), { items: items.map(({ _id: id }) => ({ id })) })).toMatchObject({
      refused: [],
    });
    const { items: orders } = await listOrders(office(), { search: `OWN-${serial}` });
    return getOrder(office(), { id: orders[0]?._id ?? '' });
  };
  const readShown = async () =>
    (await listProposals(office(), {})).items.flatMap(({ changes }) =>
      changes.map(({ before, after }) => [before, after]),
    );

  test.each([
    [{ laborCost: 120 }, 'labor $50.00', 'labor $120.00', { laborCost: { shop: 120, standard: null } }],
    [
      { materialCost: { shop: 30, standard: 20 } },
      'labor $50.00',
      'material $30.00, standard material $20.00, labor $50.00',
      { materialCost: { shop: 30, standard: 20 }, laborCost: { shop: 50, standard: null } },
    ],
    [{ shopPercent: 60 }, 'labor $50.00', 'shop percent 60%, labor $50.00', { shopPercent: 60 }],
  ])('gets %j of a newer row when it is accepted', async (change, before, after, stored) => {
    await push(toOwn({ customAddOns: [cupola] }));
    const next = toOwn({ customAddOns: [{ ...cupola, ...change }] });
    expect(await take(next)).toMatchObject({ proposed: 1 });
    expect(await readShown()).toEqual([[`1 × $200.00, ${before}`, `1 × $200.00, ${after}`]]);
    const { customAddOns } = await accept();
    expect(customAddOns).toMatchObject([{ name: cupola.name, retailPrice: 200, ...stored }]);
  });

  test('gets its new percent although the order moves to another shop', async () => {
    await push(toOwn({ addOns: [{ name: 'Workbench', shopPercent: 75 }] }));
    await take(toOwn({ shop: otherShop, addOns: [{ name: 'Workbench', shopPercent: 60 }] }));
    expect((await accept()).addOns).toMatchObject([{ name: 'Workbench', shopPercent: 60 }]);
  });

  describe('whose add-on the catalogue splits three ways by now', () => {
    const row = { addOns: [{ name: 'Workbench', shopPercent: 75 }] };
    const tooHigh = /addOns.*0.*shopPercent: must be at most 66.6666 on an add-on split three ways/;
    let earlier: object;
    const splitThreeWays = async () => {
      const addOns = world.db('add_ons').where({ name: 'Workbench' });
      earlier = (await addOns.clone().first('mode', 'shop_percent')) as object;
      await addOns.clone().update({ mode: 'companyDealerShopSplit', shop_percent: null });
    };
    afterEach(() => world.db('add_ons').where({ name: 'Workbench' }).update(earlier));
    const readRefusals = async () => (await listProposals(office(), {})).items.map(({ refusal }) => refusal);

    test.each([
      [{ roofColor: 'Black' }, { roofColor: 'Black' }],
      [{ basePrice: 6200 }, { basePrice: { company: 6200 } }],
    ])('keeps its split and its figures if %j is accepted', async (change, changed) => {
      await push(toOwn(row));
      const readLines = () => world.db('order_lines').orderBy('line_no');
      const before = (await readLines()) as Row[];
      await splitThreeWays();
      await take(toOwn({ ...row, ...change }));
      expect(await readRefusals()).toEqual([null]);
      expect(await accept()).toMatchObject(changed);
      expect(await readLines()).toEqual(before);
    });

    test('is refused if it is new', async () => {
      await push(toOwn({ addOns: [] }));
      await splitThreeWays();
      await take(toOwn(row));
      expect(await readRefusals()).toEqual([expect.stringMatching(tooHigh)]);
    });

    test("is refused in another shop, which gets today's split", async () => {
      await push(toOwn(row));
      await splitThreeWays();
      await take(toOwn({ ...row, shop: otherShop }));
      expect(await readRefusals()).toEqual([expect.stringMatching(tooHigh)]);
    });

    test('is refused on a New order, which is matched again', async () => {
      await take(toOwn(row));
      await splitThreeWays();
      await take(toOwn({ ...row, roofColor: 'Black' }));
      expect(await readRefusals()).toEqual([expect.stringMatching(tooHigh)]);
    });
  });
});
