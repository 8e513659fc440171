import { beforeEach, describe, expect, test } from 'vitest';
import type { ActorCtx, Ctx } from '../../../kernel/context.js';
import { Pace } from '../../../kernel/pace.js';
import { updateOrder } from '../../../billing/invoices/life/change-order.js';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { chooseForAlerts } from '../../../orders/intake/desk/choose.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { repriceOrders } from '../../../orders/pricing/reprice-orders.js';
import { getOrder, listOrders } from '../../../orders/service.js';
import { homeShop, useWorld } from '../../../testing/world.js';
import { acceptProposals, declineProposals, undoProposal } from '../proposals/decide.js';
import { getProposal, listProposals } from '../proposals/service.js';
import { assessRows } from './assess-rows.js';
import { type TakenRows } from './take-rows.js';
import { readSampleRows, takeFeedRows } from '../testing/feed-rows.js';

type Row = Record<string, unknown>;
const feed = readSampleRows();
const world = useWorld();
const office = () => world.ctx('office.admin');
const rules = { source: 'Sales feed', takesAtOnce: ['facts'] as const };
let next = 0;
let row: Row;

/** The same sale, changed a minute later. */
const later = (from: Row, change: Row): Row => ({
  ...from,
  timestamp: new Date(Date.parse(String(from['timestamp'])) + 60_000).toISOString(),
  ...change,
});

const take = (rows: readonly Row[], more: object = {}): Promise<TakenRows> =>
  takeFeedRows(office(), { rows, ...rules, ...more });
const findOrderId = async ({ id }: Row): Promise<string> =>
  ((await world.db('orders').where({ external_id: id }).first('id')) as { id: string }).id;
const find = async (of: Row) => getOrder(office(), { id: await findOrderId(of) });
const waiting = async (of: Row) => (await listProposals(office(), { order: await findOrderId(of) })).items;
const onlyOne = async (of: Row) => {
  const [one, ...more] = await waiting(of);
  if (!one || more.length > 0) throw new Error(`${more.length} more proposals`);
  return one;
};
const accept = (id: string, keys?: string[]) => acceptProposals(office(), { items: [{ id, ...(keys && { keys }) }] });

/** Sets the order's status the way the office and its shop do. */
async function move(of: Row, ...to: ('Building' | 'Finished' | 'On Hold')[]) {
  await acceptAlerts(office(), {});
  await pushOrders(office(), {});
  for (const status of to) await updateOrder(office(), { id: await findOrderId(of), status });
}

beforeEach(async () => {
  next += 1;
  const from = feed[0] as Row;
  const serialNumber = `RLB-1224-070626-6${String(next).padStart(4, '0')}`;
  row = { ...from, id: `S${next}`, serialNumber, timestamp: '2026-11-01T10:00:00.000Z' };
  expect(await take([row])).toMatchObject({ new: 1, refusedRows: [] });
});

test('importing the same row again changes nothing; nor does an older one', async () => {
  const changed = later(row, { customerName: 'Ada Miller' });
  expect(await take([row])).toMatchObject({ new: 0, unchanged: 1 });
  expect(await take([changed])).toMatchObject({ applied: 1, proposed: 0 });
  expect((await find(row)).customer).toBe('Ada Miller');
  expect(await take([changed])).toMatchObject({ unchanged: 1, applied: 0 });
  expect(await take([row])).toMatchObject({ older: 1, applied: 0, unchanged: 0 });
  expect((await find(row)).customer).toBe('Ada Miller');
});

test('a shop is notified of a new delivery day, but not of other facts', async () => {
  await move(row);
  const id = await findOrderId(row);
  const readNotices = () =>
    world.db('notifications').where({ link_id: id }).whereNotNull('shop_id').orderBy('id').pluck('msg');
  const before = (await readNotices()).length;
  await take([later(row, { driverName: 'Amos' })]);
  expect(await readNotices()).toHaveLength(before);
  await take([later(later(row, {}), { driverName: 'Amos', dateScheduledForDelivery: '2026-12-04' })]);
  expect((await readNotices()).slice(before)).toEqual(['Delivery Day']);
});

test('if a row occurs twice, the one changed last counts, whatever their sequence', async () => {
  const [a, b] = [later(row, { driverName: 'Amos' }), later(later(row, {}), { driverName: 'Levi' })];
  expect(await take([b, a, row, b])).toMatchObject({ applied: 1 });
  expect(await world.db('orders').where({ external_id: row['id'] }).pluck('driver')).toEqual(['Levi']);
  expect(await world.db('orders').where({ external_id: row['id'] }).count({ n: '*' })).toEqual([{ n: 1 }]);
});

test('facts are accepted automatically, with a history entry, and can be undone', async () => {
  const before = await find(row);
  await take([
    later(row, { dateScheduledForDelivery: '2026-12-04T09:00:00-05:00', customerPhonePrimary: '5550001111' }),
  ]);
  const columns = ['delivery_scheduled', 'customer_phone', 'updated_by'];
  expect(await world.db('orders').where({ external_id: row['id'] }).first(columns)).toEqual({
    delivery_scheduled: '2026-12-04',
    customer_phone: '5550001111',
    updated_by: world.actor('office.admin').name,
  });
  const [done] = (await listProposals(office(), { order: before._id, state: 'accepted' })).items;
  expect(done).toMatchObject({
    taken: ['deliveryScheduled', 'phone'],
    effect: { retail: { before: before.grandTotal.order } },
  });
  await undoProposal(office(), { id: done?._id ?? '' });
  expect(await find(row)).toMatchObject({ grandTotal: before.grandTotal, revision: before.revision + 2 });
  expect(await world.db('orders').where({ external_id: row['id'] }).pluck('customer_phone')).toEqual(['5550100000']);
  expect(await waiting(row)).toHaveLength(1); // the change waits again
});

describe('a changed sale', () => {
  /** One more window: 2 × $165.00 in the sub-total. */
  const withWindow = (from: Row): Row => {
    const add = [
      ...(from['buildingAddons'] as object[]),
      { name: 'Shelf 8ft', price: '48.00', priceIncluded: false, quantity: 5 },
    ];
    return later(from, {
      buildingAddons: [...add.slice(0, -1), { name: 'Loft', price: '200.00', priceIncluded: false, quantity: 1 }],
      subTotalDollarAmount: String(Number(from['subTotalDollarAmount']) + 200),
      totalAmountDollarAmount: String(Number(from['totalAmountDollarAmount']) + 200),
    });
  };

  test.each([
    ['New', []],
    ['InQueue', ['push']],
    ['Building', ['Building']],
  ] as const)('an added line of a %s order waits with its effect, and can be accepted', async (status, steps) => {
    if (status !== 'New') await move(row, ...(steps.filter((one) => one !== 'push') as 'Building'[]));
    const before = await find(row);
    expect(before.status).toBe(status);
    expect(await take([withWindow(row)])).toMatchObject({ proposed: 1, applied: 0 });
    const proposal = await onlyOne(row);
    expect(proposal.changes).toMatchObject([
      {
        label: 'Loft',
        part: 'lines',
        before: null,
        after: '1 × $200.00',
        blocked: null,
        isBuilt: status === 'Building',
      },
    ]);
    const retail = before.grandTotal.order;
    expect(proposal.effect?.retail).toEqual({ before: retail, after: retail + 200 });
    expect((await find(row)).grandTotal).toEqual(before.grandTotal);
    const key = proposal.changes[0]?.key ?? '';
    if (status === 'Building') expect((await accept(proposal._id)).refused).toHaveLength(1); // only if chosen
    expect(await accept(proposal._id, [key])).toMatchObject({ decided: 1, refused: [] });
    const after = await find(row);
    expect(after).toMatchObject({ status, grandTotal: { order: retail + 200 } });
    expect(await take([withWindow(row)])).toMatchObject({ unchanged: 1 });
    const known = before.addOns.map(({ name, totalSalePrice, totalCost }) => ({ name, totalSalePrice, totalCost }));
    expect(after.addOns).toMatchObject(known); // nothing else was priced again
    await undoProposal(office(), { id: proposal._id });
    expect(await find(row)).toMatchObject({ grandTotal: before.grandTotal, status, customAddOns: before.customAddOns });
  });

  test('changes that are no longer possible are blocked with the reason; facts can still be accepted', async () => {
    await move(row, 'Building', 'Finished');
    await take([later(withWindow(row), { driverName: 'Amos', buildingRoofColor: 'Black' })]);
    const { changes, _id } = await onlyOne(row);
    expect(changes.map(({ label, blocked }) => [label, blocked?.includes('Finished')])).toEqual([
      ['Roof color', true],
      ['Loft', true],
    ]);
    expect(await world.db('orders').where({ external_id: row['id'] }).pluck('driver')).toEqual(['Amos']);
    expect(await accept(_id)).toMatchObject({ decided: 0, refused: [{ serialNumber: row['serialNumber'] }] });
    expect(await accept(_id, ['roofColor'])).toMatchObject({ decided: 0 });
    expect((await getProposal(office(), { id: _id })).state).toBe('open');
  });

  test('another size prices the shed again, keeps status, builder and lines, and notifies the shop', async () => {
    await move(row);
    const before = await find(row);
    await take([later(row, { buildingLength: 20, buildingSize: '12x20' })]);
    const { _id, changes } = await onlyOne(row);
    expect(changes).toMatchObject([{ label: 'Size', before: '12x24', after: '12x20' }]);
    await accept(_id);
    const after = await find(row);
    expect(after).toMatchObject({ width: 12, length: 20, status: 'InQueue' });
    expect(after.totalCost.company).not.toBe(before.totalCost.company);
    expect(after.alerts.every(({ accepted }) => accepted)).toBe(true);
    const notices = await world.db('notifications').where({ link_id: before._id }).pluck('msg');
    expect(notices).toContain('Order Changed');
  });

  test('a shop or model that the catalogue lacks cannot be accepted for a pushed order', async () => {
    await move(row);
    await take([later(row, { buildingModelName: 'Glass Pyramid' })]);
    const { _id, refusal } = await onlyOne(row);
    expect(refusal).toContain('Model "Glass Pyramid" not found');
    expect(await accept(_id)).toMatchObject({ decided: 0, refused: [{ reason: refusal }] });
  });

  test('what the office changed itself stays, and is shown beside the newer value', async () => {
    const id = await findOrderId(row);
    await updateOrder(office(), { id, roofColor: 'Green', sidingColor: 'White' });
    await take([later(row, { buildingRoofColor: 'Black', driverName: 'Amos' })]);
    const { changes, _id } = await onlyOne(row);
    expect(changes).toMatchObject([{ label: 'Roof color', before: 'Charcoal', after: 'Black', ours: 'Green' }]);
    await accept(_id);
    expect(await find(row)).toMatchObject({ roofColor: 'Black', sidingColor: 'White' });
  });

  test('a newer row replaces the waiting proposal; one that restores the old values ends it', async () => {
    const first = later(row, { buildingRoofColor: 'Black' });
    const second = later(first, { buildingSidingColor: 'White' });
    await take([first]);
    await take([second]);
    expect((await onlyOne(row)).changes.map(({ after }) => after)).toEqual(['White', 'Black']);
    await take([
      later(second, { buildingRoofColor: row['buildingRoofColor'], buildingSidingColor: row['buildingSidingColor'] }),
    ]);
    expect(await waiting(row)).toEqual([]);
  });

  test('beside a waiting change, a fact follows each newer row, even back to its first value', async () => {
    const first = later(row, { buildingRoofColor: 'Black', dateScheduledForDelivery: '2026-12-04' });
    await take([first]);
    const second = later(first, { dateScheduledForDelivery: null });
    await take([second]);
    expect(await world.db('orders').where({ external_id: row['id'] }).pluck('delivery_scheduled')).toEqual([null]);
    expect((await onlyOne(row)).changes).toMatchObject([{ label: 'Roof color', after: 'Black' }]);
  });

  test("beside a waiting change, the office's correction of an accepted fact stays", async () => {
    const id = await findOrderId(row);
    const first = later(row, { buildingRoofColor: 'Black', driverName: 'Amos' });
    await take([first]);
    await updateOrder(office(), { id, driver: 'Levi' });
    await take([later(first, { buildingRoofColor: 'Brown' })]);
    expect((await find(row)).driver).toBe('Levi');
    await accept((await onlyOne(row))._id);
    expect(await find(row)).toMatchObject({ driver: 'Levi', roofColor: 'Brown' });
  });

  test('a declined change is not proposed again, and declining can be undone', async () => {
    await take([later(row, { buildingRoofColor: 'Black' })]);
    const { _id } = await onlyOne(row);
    await declineProposals(office(), { ids: [_id] });
    expect(await take([later(row, { buildingRoofColor: 'Black' })])).toMatchObject({ unchanged: 1 });
    expect(await waiting(row)).toEqual([]);
    await undoProposal(office(), { id: _id });
    expect((await onlyOne(row)).changes).toHaveLength(1);
    await expect(declineProposals(office(), { ids: [_id] })).resolves.toMatchObject({ decided: 1 });
    await expect(declineProposals(office(), { ids: [_id] })).rejects.toThrow('already declined');
  });

  test('a decision cannot be undone after the order was changed', async () => {
    await take([later(row, { buildingRoofColor: 'Black' })]);
    const { _id } = await onlyOne(row);
    await accept(_id);
    await updateOrder(office(), { id: await findOrderId(row), trimColor: 'White' });
    await expect(undoProposal(office(), { id: _id })).rejects.toThrow('changed since');
  });
});

describe('lines of the same name, or of another name or type here', () => {
  const line = (name: string, price: number, quantity = 1) => ({
    ...{ name, price: price.toFixed(2), priceIncluded: false, quantity },
  });
  const [window, wide] = [line('24x36 Window', 165), line('24x36 Window', 200)];
  /** The sale of a shed of $7,000.00 with these lines, which are added to the sub-total and the total. */
  const withLines = (from: Row, buildingAddons: readonly ReturnType<typeof line>[]): Row => {
    const amount = buildingAddons.reduce((total, { price, quantity }) => total + Number(price) * quantity, 7000);
    const money = { subTotalDollarAmount: String(amount), totalAmountDollarAmount: String(amount) };
    return later(from, { buildingAddons, ...money, totalTaxDollarAmount: '0.00' });
  };
  const changesOf = async () =>
    (await waiting(row)).flatMap(({ changes }) => changes.map(({ label, before, after }) => [label, before, after]));
  const readLines = async () => {
    const { addOns, customAddOns } = await find(row);
    return [...addOns, ...customAddOns].map(({ name, quantity, retailPrice }) => [name, quantity, retailPrice]);
  };
  /** Takes the row, pushes the order, and takes the next row. */
  const takeBoth = async (was: Row, next: Row) => {
    await take([was]);
    for (const { _id } of await waiting(row)) await accept(_id);
    await move(row);
    return take([next]);
  };

  test('a second line like the first one waits, and is added when accepted', async () => {
    const first = withLines(row, [window]);
    expect(await takeBoth(first, withLines(first, [window, window]))).toMatchObject({ proposed: 1, unchanged: 0 });
    expect(await changesOf()).toEqual([['24x36 Window', null, '1 × $165.00']]);
    const { grandTotal } = await find(row);
    await accept((await onlyOne(row))._id);
    expect(await readLines()).toEqual([window, window].map(({ name }) => [name, 1, 165]));
    expect((await find(row)).grandTotal.order).toBe(grandTotal.order + 165);
  });

  test('a second line that the catalogue lacks is accepted with its alert, and the order can be priced again', async () => {
    const lamp = line('Lamp', 20);
    const first = withLines(row, [lamp]);
    await takeBoth(first, withLines(first, [lamp, lamp]));
    await accept((await onlyOne(row))._id);
    const { alerts, _id } = await find(row);
    const ofLamp = alerts.filter(({ code }) => code === 'add-on');
    expect(ofLamp.map(({ accepted }) => accepted)).toEqual([true, true]);
    await world.db('items').update({ sub_total: world.db.raw('sub_total * 2') });
    expect((await repriceOrders(office(), { ids: [_id] })).orders).toMatchObject([{ state: 'changed', reason: null }]);
    await world.db('items').update({ sub_total: world.db.raw('sub_total / 2') });
    expect((await find(row)).alerts.filter(({ code }) => code === 'add-on')).toEqual(ofLamp);
  });

  test('a line that becomes like another one of its name waits', async () => {
    const two = line('24x36 Window', 165, 2);
    const first = withLines(row, [window, two]);
    await takeBoth(first, withLines(first, [two, two]));
    expect(await changesOf()).toEqual([['24x36 Window', '1 × $165.00', '2 × $165.00']]);
    await accept((await onlyOne(row))._id);
    expect((await readLines()).map(([, quantity]) => quantity)).toEqual([2, 2]);
  });

  test('lines that only change places are unchanged; of two, the one that is gone is removed', async () => {
    const first = withLines(row, [window, wide]);
    const swapped = withLines(first, [wide, window]);
    await takeBoth(first, swapped);
    expect(await changesOf()).toEqual([]);
    await take([withLines(swapped, [wide])]);
    expect(await changesOf()).toEqual([['24x36 Window', '1 × $165.00', null]]);
    await accept((await onlyOne(row))._id);
    expect(await readLines()).toEqual([['24x36 Window', 1, 200]]);
  });

  test('a line that the office has added itself already does not wait', async () => {
    const first = withLines(row, [window]);
    await take([first]);
    for (const { _id } of await waiting(row)) await accept(_id);
    const { _id: id, addOns } = await find(row);
    const addOn = addOns[0]?.addOn._id ?? expect.fail('no add-on');
    await updateOrder(office(), { id, addOns: [{ lineNo: 1 }, { addOn, quantity: 1, retailPrice: 165 }] });
    await take([withLines(first, [window, window])]);
    expect(await changesOf()).toEqual([]);
    expect(await readLines()).toHaveLength(2);
  });

  test.each([
    ['Insulation Package', 'piece'],
    ['Workbench', 'sqft'],
  ])('a changed line of %s has the amount of the newer row although it is now sold by %s', async (name, type) => {
    const first = withLines(row, [line(name, 630)]);
    await take([first]);
    for (const { _id } of await waiting(row)) await accept(_id);
    await move(row);
    const before = await find(row);
    const addOn = world.db('add_ons').where({ name });
    const { type: earlierType } = (await addOn.clone().first('type')) as { type: string };
    await addOn.clone().update({ type });
    await take([withLines(first, [line(name, 350, 2)])]);
    await accept((await onlyOne(row))._id);
    await addOn.update({ type: earlierType });
    const { addOns, grandTotal } = await find(row);
    expect(addOns).toMatchObject([
      earlierType === 'piece'
        ? { quantity: 2, retailPrice: 350, extendedPrice: null }
        : { quantity: 2, retailPrice: before.addOns[0]?.retailPrice, extendedPrice: 700 },
    ]);
    expect(grandTotal.order).toBe(before.grandTotal.order + 70);
  });

  test('a removed line waits although the office has chosen an add-on of another name for it', async () => {
    const door = line('Dbl Shop Dr', 450);
    const first = withLines(row, [window, door, line('Workbench', 140)]);
    await take([first]);
    for (const { _id } of await waiting(row)) await accept(_id);
    const [choice] = (await world.db('add_ons').where({ name: 'Double Shop Door' }).pluck('id')) as string[];
    await chooseForAlerts(office(), { kind: 'add-on', words: 'dblshopdr', choice: choice ?? '' });
    expect((await readLines()).map(([name]) => name)).toContain('Double Shop Door');
    await take([withLines(first, [window, line('Workbench', 140)])]);
    expect(await changesOf()).toEqual([['Dbl Shop Dr', '1 × $450.00', null]]);
    await accept((await onlyOne(row))._id);
    expect((await readLines()).map(([name]) => name)).toEqual(['24x36 Window', 'Workbench']);
  });

  test('a removal is no removal of the line that the office has put in its place', async () => {
    const [loft, ramp] = ['Loft', 'Double Shop Door'];
    const first = withLines(row, [window, line(loft, 100)]);
    await takeBoth(first, first);
    const { _id, revision } = await find(row);
    const [addOn = ''] = (await world.db('add_ons').where({ name: ramp }).pluck('id')) as string[];
    const addOns = [{ lineNo: 1 }, { addOn, quantity: 1, retailPrice: 100 }];
    await updateOrder(office(), { id: _id, revision, trimColor: 'White', addOns, customAddOns: [] });
    const now = [
      ['24x36 Window', 1, 165],
      [ramp, 1, 100],
    ];
    expect(await readLines()).toEqual(now);
    for (const newer of [[window], [window, line(ramp, 100)]]) {
      await take([withLines(first, newer)]);
      for (const one of await waiting(row)) await accept(one._id);
      expect(await readLines()).toEqual(now);
    }
  });

  test('a chosen line is found again after the office has changed its quantity', async () => {
    const door = line('Dbl Shop Dr', 450);
    const first = withLines(row, [window, door]);
    await take([first]);
    for (const { _id } of await waiting(row)) await accept(_id);
    const [choice = ''] = (await world.db('add_ons').where({ name: 'Double Shop Door' }).pluck('id')) as string[];
    await chooseForAlerts(office(), { kind: 'add-on', words: 'dblshopdr', choice });
    const { _id, revision, addOns } = await find(row);
    const changed = addOns.map(({ lineNo, name }) => ({ lineNo, ...(name === 'Double Shop Door' && { quantity: 2 }) }));
    await updateOrder(office(), { id: _id, revision, addOns: changed });
    await take([withLines(first, [window, line('Dbl Shop Dr', 475)])]);
    await accept((await onlyOne(row))._id);
    expect(await readLines()).toEqual([
      ['24x36 Window', 1, 165],
      ['Double Shop Door', 1, 475],
    ]);
    await take([withLines(first, [window])]);
    await accept((await onlyOne(row))._id);
    expect(await readLines()).toEqual([['24x36 Window', 1, 165]]);
  });
});

describe('a canceled sale', () => {
  const cancel = (from: Row) => later(from, { dateCancelled: '2026-11-10T12:00:00-06:00', status: 'cancelled' });

  test('a sale canceled before its first row arrived is not imported', async () => {
    expect(await take([{ ...cancel(row), id: 'gone', serialNumber: 'GONE-1' }])).toMatchObject({
      new: 0,
      canceledBefore: 1,
    });
  });

  test('puts an order in the queue on hold immediately, with the reason, and notifies shop and office', async () => {
    await move(row);
    expect(await take([cancel(row)])).toMatchObject({ held: 1, proposed: 1 });
    const order = await find(row);
    expect(order).toMatchObject({
      status: 'On Hold',
      holdReason: 'Canceled by the customer on 11/10/2026 (Sales feed).',
    });
    const notified = await world.db('notifications').where({ link_id: order._id }).pluck('shop_id');
    expect(notified).toContain(order.shop?._id);
    expect(notified).toContain(null);
    const { _id, urgent } = await onlyOne(row);
    expect(urgent).toBe(false);
    await accept(_id);
    expect((await find(row)).status).toBe('Canceled');
    expect(await take([cancel(row)])).toMatchObject({ unchanged: 1, held: 0 });
  });

  test('a New order cannot be pushed, unless a user accepts its alert individually', async () => {
    await take([cancel(row)]);
    await pushOrders(office(), {});
    expect((await find(row)).status).not.toBe('InQueue');
    await world.db('orders').where({ external_id: row['id'] }).update({ status: 'New', shop_id: null });
    await world.db('order_proposals').delete();
    await world.db('order_sources').delete();
    await take([later(cancel(row), {})]);
    const isAccepted = async () => (await find(row)).alerts.find(({ code }) => code === 'canceled')?.accepted;
    const id = await findOrderId(row);
    const notice = expect.stringContaining('1 was canceled: decide under Proposals.') as string;
    for (const some of [{}, { ids: [id] }]) expect(await acceptAlerts(office(), some)).toMatchObject({ msg: notice });
    expect(await isAccepted()).toBe(false);
    await acceptAlerts(office(), { code: 'canceled' });
    expect(await isAccepted()).toBe(true);
  });

  test('is urgent once the shop builds, with what was spent', async () => {
    await move(row, 'Building');
    const { totalCost } = await find(row);
    expect(await take([cancel(row)])).toMatchObject({ held: 0, proposed: 1 });
    expect(await onlyOne(row)).toMatchObject({
      urgent: true,
      spent: { company: totalCost.company, shop: totalCost.shop },
    });
    expect((await find(row)).status).toBe('Building');
  });

  test('becomes urgent when the shop builds despite the hold, and is not once the order is canceled', async () => {
    await move(row);
    await take([cancel(row)]);
    const id = await findOrderId(row);
    await updateOrder(world.ctx('shop.admin'), { id, status: 'Building' });
    expect(await onlyOne(row)).toMatchObject({ urgent: true });
    await updateOrder(office(), { id, status: 'Canceled' });
    expect(await onlyOne(row)).toMatchObject({ urgent: false });
  });

  test('that becomes valid again leaves the release to a user', async () => {
    await move(row);
    await take([cancel(row)]);
    const again = later(cancel(row), { dateCancelled: null, status: 'in_production' });
    await take([again]);
    expect((await onlyOne(row)).changes).toMatchObject([{ key: 'canceled', before: '2026-11-10', after: null }]);
    expect((await find(row)).status).toBe('On Hold'); // a user decides
  });
});

test('what a run would change is counted before anything is imported', async () => {
  await move(row);
  const pace = new Pace(undefined);
  const dearer = later(row, { subTotalDollarAmount: '20000.00', dateCancelled: '2026-11-10T12:00:00-06:00' });
  const assessment = await assessRows(
    office() as ActorCtx & Ctx,
    { rows: [dearer, { ...row, id: 'N1', serialNumber: 'N-1' }] },
    pace,
  );
  const moved = Math.round((20_000 - Number(row['subTotalDollarAmount'])) * 100);
  expect(assessment).toMatchObject({ changed: 1, canceled: 1, moved });
  expect(assessment.newRows).toMatchObject([{ id: 'N1' }]);
  expect(await waiting(row)).toEqual([]);
});

test('shops cannot see proposals', async () => {
  for (const who of ['shop.admin', 'builder'] as const)
    await expect(listProposals(world.ctx(who), {})).rejects.toThrow('Permission Denied');
});

test('an order and the lists of the office show the waiting change; those of a shop do not', async () => {
  const shopName = String(row['shopName']);
  await move(row);
  await take([later(row, { buildingRoofColor: 'Black' })]);
  const { _id } = await onlyOne(row);
  const waits = { _id, urgent: false, canceled: false };
  expect(await find(row)).toMatchObject({ waitingChange: waits });
  const readListed = async (ctx: Ctx) =>
    (await listOrders(ctx, { status: 'InQueue', search: String(row['serialNumber']) })).items;
  expect(await readListed(office())).toMatchObject([{ waitingChange: waits }]);
  expect(shopName).toBe(homeShop);
  for (const who of ['shop.admin', 'builder'] as const) {
    const [one] = await readListed(world.ctx(who));
    expect(one).toBeDefined();
    expect(one).not.toHaveProperty('waitingChange');
    expect(await getOrder(world.ctx(who), { id: await findOrderId(row) })).not.toHaveProperty('waitingChange');
  }
  await declineProposals(office(), { ids: [_id] });
  expect(await find(row)).toMatchObject({ waitingChange: null });
  await updateOrder(office(), { id: await findOrderId(row), status: 'Building' });
  await take([later(later(row, {}), { dateCancelled: '2026-11-20' })]);
  expect(await find(row)).toMatchObject({ waitingChange: { urgent: true, canceled: true } });
});
