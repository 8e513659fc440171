import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { importOrders } from '../../imports/order-files/service.js';
import { rematchNewOrders } from './rematch-new.js';
import { deleteNewOrders } from './delete-new.js';
import { storedAlerts } from './insert-rows.js';
import { getOrder, listOrders } from '../service.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.admin');
const findOrder = (serialNumber: string, more: Row = {}): Row => ({
  ...{ serialNumber, shop: homeShop, dealer: 'Hilltop Storage', type: 'Customer', customer: 'Ann' },
  ...{ category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295, dateOrdered: '2026-03-02' },
  ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
  ...more,
});
const upload = (...orders: Row[]) => importOrders(office(), { orders });

/** An order as the office sees it, with the texts of its alerts. */
async function orderNamed(serialNumber: string): Promise<Row & { id: string; alerts: string[] }> {
  const { items } = await listOrders(office(), { search: serialNumber });
  const id = items[0]?._id ?? '';
  const order = (await getOrder(office(), { id })) as unknown as Row & { alerts: { text: string }[] };
  return { ...order, id, alerts: order.alerts.map(({ text }) => text) };
}

/** Changes how an add-on of the catalogue is sold. */
const sellAs = (name: string, type: string) => world.db('add_ons').where({ name }).update({ type });

beforeEach(async () => void (await deleteNewOrders(office(), {})));

describe('an order whose model is not in its category', () => {
  const misplaced = 'Model "Painted Cabin" not found in Metal';

  test('keeps the alert and its price through re-match and change, until a model is chosen', async () => {
    await upload(findOrder('C-1', { category: 'Metal' }));
    const before = await orderNamed('C-1');
    expect(before).toMatchObject({
      alerts: expect.arrayContaining([misplaced]) as string[],
      category: { name: 'Metal' },
    });
    await rematchNewOrders(office(), {});
    expect(await orderNamed('C-1')).toEqual({
      ...before,
      revision: 2,
      updatedBy: 'Anna Keller',
      updatedAt: world.now.toISOString(),
    });
    await updateOrder(office(), { id: before.id, adjustmentNote: 'by phone' });
    expect(await orderNamed('C-1')).toMatchObject({
      modelId: null,
      alerts: before.alerts,
      totalCost: before['totalCost'],
    });
    const model = (await world.db('shed_models').where({ name: 'Painted Cabin' }).first('id')) as { id: string };
    await updateOrder(office(), { id: before.id, model: model.id });
    await rematchNewOrders(office(), {});
    expect(await orderNamed('C-1')).toMatchObject({ modelId: model.id, alerts: [], category: { name: 'Painted' } });
  });

  test('with an unknown model also keeps the alert, and does not get the default one', async () => {
    await upload(findOrder('C-2', { category: 'Timber' }));
    await rematchNewOrders(office(), {});
    expect((await orderNamed('C-2')).alerts).toContain('Model "Painted Cabin" not found in Timber');
  });

  test('uploaded without a category gets the only model of its name, as soon as one exists', async () => {
    await upload(findOrder('C-3', { category: null, model: 'Metal Hangar' }));
    expect(await orderNamed('C-3')).toMatchObject({
      alerts: expect.arrayContaining(['Model "Metal Hangar" not found in Painted']) as string[],
      category: { name: 'Painted' },
    });
    const category = (await world.db('shed_categories').where({ name: 'Metal' }).first('id')) as { id: string };
    await world.db('shed_models').insert({ id: newId(), name: 'Metal Hangar', category_id: category.id });
    await rematchNewOrders(office(), {});
    expect(await orderNamed('C-3')).toMatchObject({ model: 'Metal Hangar', category: { name: 'Metal' } });
  });
});

test('an order whose model and category were renamed keeps its model, its cost and its accepted alerts', async () => {
  await upload(findOrder('R-1'), findOrder('R-2', { size: '9x11' }));
  const before = await orderNamed('R-1');
  const { id } = await orderNamed('R-2');
  const readAlerts = async () => (await getOrder(office(), { id })).alerts;
  await updateOrder(office(), { id, alerts: (await readAlerts()).map(({ _id }) => ({ _id, accepted: true })) });
  const acceptedAlerts = await readAlerts();
  const model = world.db('shed_models').where({ id: before['modelId'] });
  const category = world.db('shed_categories').where({ name: 'Painted' });
  const renamed = world.db('shed_categories').where({ name: 'Deluxe' });
  await model.clone().update({ name: 'Lodge' });
  await category.update({ name: 'Deluxe' });
  await rematchNewOrders(office(), {});
  await updateOrder(office(), { id: before.id, roofColor: 'Charcoal' });
  const after = await orderNamed('R-1');
  const alerts = await readAlerts();
  await model.clone().update({ name: before['model'] });
  await renamed.update({ name: 'Painted' });
  const { modelId, totalCost } = before;
  expect(after).toMatchObject({ modelId, model: 'Painted Cabin', totalCost, alerts: [] });
  expect(alerts).toEqual(acceptedAlerts);
});

test('of two alerts with the same text, only the accepted one stays accepted when the order is matched again', async () => {
  const line = { name: 'Lamp', quantity: 1, price: 20 };
  await upload(findOrder('T-1', { addOns: [line, line] }));
  const { id } = await orderNamed('T-1');
  const readAlerts = async () => (await getOrder(office(), { id })).alerts;
  const [first, second] = await readAlerts();
  expect(second).toMatchObject({ text: first?.text, accepted: false });
  expect(second?._id).not.toBe(first?._id);
  const accepted = { _id: first?._id ?? '', accepted: true };
  await updateOrder(office(), { id, alerts: [accepted] });
  await rematchNewOrders(office(), {});
  expect(await readAlerts()).toEqual([{ ...first, accepted: true }, second]);
  const alert = { code: 'add-on', text: first?.text ?? '' } as const;
  const [one, two, three] = storedAlerts([alert, alert, alert], [{ ...alert, ...accepted }]);
  expect([one, two, three].map((each) => each?.accepted)).toEqual([true, false, false]);
  expect(new Set([first?._id, one?._id, two?._id, three?._id]).size).toBe(3);
});

describe('an add-on that is now sold differently', () => {
  test('turns an amount as sold back into a unit price', async () => {
    await world.createOrders([
      {
        ...{ id: 'u-1', serialNumber: 'U-1', shopName: homeShop, orderType: 'New Build', customerName: 'Ann' },
        ...{ buildingModelName: 'Painted Cabin', buildingSize: '8x10', dateOrdered: '2026-07-06T08:15:00-05:00' },
        ...{ subTotalDollarAmount: '2434.93', totalTaxDollarAmount: '0.00', totalAmountDollarAmount: '2434.93' },
        buildingAddons: [{ name: 'Insulation Package', price: '19.99', priceIncluded: false, quantity: 7 }],
      },
    ]);
    await sellAs('Insulation Package', 'piece');
    expect(await rematchNewOrders(office(), {})).toMatchObject({ orders: 1, unpriced: [] });
    await sellAs('Insulation Package', 'sqft');
    expect((await orderNamed('U-1'))['addOns']).toMatchObject([{ quantity: 7, retailPrice: 19.99 }]);
  });

  test('leaves an order unchanged that cannot be priced this way, and gives the reason; the others are matched again', async () => {
    await upload(findOrder('P-1', { addOns: [{ name: 'Workbench', price: 1200, quantity: 1 }] }), findOrder('P-2'));
    const before = await orderNamed('P-1');
    await sellAs('Workbench', 'percent');
    const reason = 'addOns[0].retailPrice: must be a percent from 0 to 1,000';
    expect(await rematchNewOrders(office(), {})).toEqual({
      msg: `1 New order checked again. 1 could not be priced: P-1 (${reason}).`,
      orders: 1,
      withAlerts: 1,
      unpriced: [{ serialNumber: 'P-1', reason }],
      job: null,
    });
    expect(await orderNamed('P-1')).toEqual(before);
    expect(await orderNamed('P-2')).toMatchObject({ revision: 2 });
    await expect(updateOrder(office(), { id: before.id, adjustmentNote: 'by phone' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: `P-1 cannot be priced with today's catalogue: ${reason}`,
    });
    const [line] = before['addOns'] as { lineNo: number }[];
    await updateOrder(office(), { id: before.id, addOns: [{ lineNo: line?.lineNo ?? 0, retailPrice: 12 }] });
    await sellAs('Workbench', 'piece');
  });
});
