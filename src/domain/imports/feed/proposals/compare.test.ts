import { beforeEach, expect, test } from 'vitest';
import { useWorld } from '../../../testing/world.js';
import { importOrders } from '../../order-files/service.js';
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
