import { beforeEach, describe, expect, test } from 'vitest';
import { updateOrder } from '../../../billing/invoices/life/change-order.js';
import { importOrders } from '../../../imports/order-files/service.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { getOrder, listOrders } from '../../service.js';
import { acceptAlerts } from '../accept-alerts.js';
import { deleteNewOrders } from '../delete-new.js';
import { pushOrders } from '../push.js';
import { rematchNewOrders } from '../rematch-new.js';
import { chooseForAlerts, previewChoice } from './choose.js';
import { forgetChoice, listRememberedChoices } from './remembered.js';
import { listHeldOrders, getAlertDesk } from './service.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.user');
const findOrder = (serialNumber: string, more: Row = {}): Row => ({
  ...{ serialNumber, shop: homeShop, dealer: 'Hilltop Storage', type: 'Customer', customer: 'Ann' },
  ...{ category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295, dateOrdered: '2026-03-02' },
  ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
  ...more,
});
const upload = (...orders: Row[]) => importOrders(office(), { orders });
const readNames = (name: string, quantity = 2) => ({ addOns: [{ name, quantity, price: 1200 }] });
const groups = async () => (await getAlertDesk(office(), {})).groups;
const readGroup = async (kind: string) => (await groups()).find((one) => one.kind === kind) ?? expect.fail(kind);
const addOn = async (name: string) => ((await world.db('add_ons').where({ name }).first('id')) as { id: string }).id;
const readId = async (table: string, name: string) =>
  ((await world.db(table).where({ name }).first('id')) as { id: string }).id;

const itsOwn: ReadonlySet<string> = new Set([
  ...['_id', 'serialNumber', 'revision', 'updatedAt', 'updatedBy', 'statusSince', 'source'],
]);

/** An order as the office sees it, without its identity. */
async function orderNamed(serialNumber: string) {
  const { items } = await listOrders(office(), { search: serialNumber });
  const order = await getOrder(office(), { id: items[0]?._id ?? '' });
  return Object.fromEntries(Object.entries(order).filter(([field]) => !itsOwn.has(field))) as typeof order;
}

beforeEach(async () => {
  await deleteNewOrders(office(), {});
  await world.db('matching_choices').delete();
});

describe('the desk', () => {
  test('groups the alerts of New orders by cause, and counts the orders that are ready', async () => {
    await upload(
      findOrder('G-1', readNames('Work Bench XL')),
      findOrder('G-2', { ...readNames('workbench  xl'), shop: otherShop }),
      findOrder('G-3', { ...readNames('Work bench XL'), basePrice: 2395 }),
      findOrder('G-4', { basePrice: 2195.5 }),
      findOrder('G-5', { shop: null }),
      findOrder('G-6'),
    );
    const desk = await getAlertDesk(office(), {});
    expect(desk).toMatchObject({ ready: 1, held: 5, causes: 3 });
    expect(desk.groups).toMatchObject([
      { kind: 'add-on', name: 'Work Bench XL', words: 'workbenchxl', orders: 3, shops: 2, ready: 2, difference: null },
      { kind: 'base-price', name: null, orders: 2, ready: 1, difference: 0.5, largest: 100, suggestions: [] },
      { kind: 'shop-missing', name: null, orders: 1, shops: 0, ready: 1 },
    ]);
    expect(desk.groups[0]?.samples.map(({ serialNumber }) => serialNumber)).toEqual(['G-1', 'G-2', 'G-3']);
    await pushOrders(office(), {});
    expect(await getAlertDesk(office(), {})).toMatchObject({ ready: 0, held: 5 });
  });

  test('lists the orders of a cause, and all orders held back, with the reasons', async () => {
    await upload(
      findOrder('H-1', readNames('Ramp')),
      findOrder('H-2', { basePrice: 2300 }),
      findOrder('H-3', { shop: null }),
    );
    expect(await listHeldOrders(office(), {})).toMatchObject({
      total: 3,
      items: [{ serialNumber: 'H-1', reasons: ['Add-on "Ramp" not found'] }, { serialNumber: 'H-2' }, { shop: null }],
    });
    expect(await listHeldOrders(office(), { kind: 'shop-missing' })).toMatchObject({
      total: 1,
      items: [{ serialNumber: 'H-3', reasons: ['Shop is missing'], suggestedShop: { name: homeShop } }],
    });
    await acceptAlerts(office(), { code: 'shop-missing' });
    expect(await readGroup('shop-missing')).toMatchObject({ orders: 1 });
    const { items } = await listHeldOrders(office(), { kind: 'shop-missing' });
    expect(items[0]?.reasons).toEqual(['choose a shop first']);
  });

  test('suggests similar records, each with its similarity, category and price', async () => {
    await upload(findOrder('S-1', readNames('Workbench 8 ft')), findOrder('S-2', { model: 'Painted Cabbin' }));
    const [best] = (await readGroup('add-on')).suggestions;
    expect(best).toMatchObject({ name: 'Workbench', times: 0, lastChosen: null });
    expect(best?.alike).toBeGreaterThan(50);
    expect(best?.category).toBeTruthy();
    const { retail_price: price } = (await world.db('add_ons').where({ name: 'Workbench' }).first()) as {
      retail_price: number;
    };
    expect(best?.price).toBe(price);
    expect((await readGroup('model')).suggestions[0]).toMatchObject({ name: 'Painted Cabin', category: 'Painted' });
    expect(await groups()).toEqual(await groups());
  });

  test('is closed to shops, whose New orders belong to the office', async () => {
    const shop = world.ctx('shop.admin');
    for (const call of [getAlertDesk, listHeldOrders, listRememberedChoices])
      await expect(call(shop, {})).rejects.toMatchObject({ code: 'permission-denied' });
    const choice = await addOn('Workbench');
    await expect(chooseForAlerts(shop, { kind: 'add-on', words: 'ramp', choice })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(chooseForAlerts(world.ctx('view.only'), { kind: 'add-on', words: 'ramp', choice })).rejects.toThrow();
  });
});

describe('a choice', () => {
  const choose = async (more: Partial<Parameters<typeof chooseForAlerts>[1]> = {}) => {
    const { words } = await readGroup('add-on');
    return chooseForAlerts(office(), { kind: 'add-on', words, choice: await addOn('Workbench'), ...more });
  };

  test('of an add-on prices all its orders in one call, exactly as if the file had this name', async () => {
    const names = ['Work Bench XL', 'Work bench xl', 'Workbench XL'];
    const kinds: Row[] = [{}, { shop: otherShop }, { type: 'Inventory', basePrice: 2400 }];
    await upload(
      ...names.map((name, n) => findOrder(`C-${n}`, { ...readNames(name, n + 1), ...kinds[n] })),
      ...names.map((_, n) => findOrder(`R-${n}`, { ...readNames('Workbench', n + 1), ...kinds[n] })),
    );
    const { words } = await readGroup('add-on');
    const input = { kind: 'add-on', words, choice: await addOn('Workbench'), remember: true } as const;
    const effect = await previewChoice(office(), input);
    expect(effect).toMatchObject({ orders: 3, ready: 0, unpriced: [] }); // their price still differs
    expect(await readGroup('add-on')).toMatchObject({ orders: 3 }); // the preview changed nothing
    expect(await chooseForAlerts(office(), input)).toEqual({
      ...{ msg: 'Workbench chosen for 3 orders.', orders: 3, ready: 0, left: 0, unpriced: [] },
    });
    for (const n of [0, 1, 2]) {
      const [chosen, exact] = [await orderNamed(`C-${n}`), await orderNamed(`R-${n}`)];
      const withoutIds = (order: typeof chosen) => ({ ...order, alerts: order.alerts.map(({ text }) => text) });
      expect(withoutIds(chosen)).toEqual(withoutIds(exact));
    }
    const { items } = await listOrders(office(), { search: 'C-', status: 'New' });
    expect(items.reduce((sum, { grandTotal }) => sum + grandTotal.company, 0)).toBeCloseTo(effect.after.company, 2);
  });

  test('gives an order of another type the add-on of the same name from its own categories', async () => {
    const of = async (parent: string) =>
      (
        (await world
          .db('addon_categories as c')
          .join('addon_parent_categories as p', 'p.id', 'c.parent_id')
          .where('p.name', parent)
          .first('c.id')) as { id: string }
      ).id;
    const [bench] = (await world.db('add_ons').where({ name: 'Workbench' })) as [Row];
    const twin = '01900000-0000-7000-8000-000000000001';
    await world.db('add_ons').insert({
      ...{ ...bench, id: twin, ss_id: null, category_id: await of('Off Lot Add-ons'), retail_price: 1111 },
    });
    await upload(findOrder('T-1', readNames('Bench')), findOrder('T-2', { ...readNames('Bench'), type: 'Inventory' }));
    await choose();
    const alerts = async (serial: string) => (await orderNamed(serial)).alerts.map(({ text }) => text);
    expect(await alerts('T-2')).toContain('Add-on "Workbench" price $1,200.00 differs from the catalogue\'s $1,111.00');
    expect(await alerts('T-1')).not.toContain(
      'Add-on "Workbench" price $1,200.00 differs from the catalogue\'s $1,111.00',
    );
    await deleteNewOrders(office(), {});
    await world.db('add_ons').where({ id: twin }).delete();
  });

  test('that is remembered is used by the next upload, until it is revoked', async () => {
    await upload(findOrder('M-1', readNames('Bench of wood')));
    await choose({ remember: true });
    await upload(findOrder('M-2', readNames('bench of  Wood')));
    expect((await orderNamed('M-2')).addOns).toMatchObject([{ name: 'Workbench', unknown: false }]);
    const { items } = await listRememberedChoices(office(), { search: 'bench' });
    expect(items).toMatchObject([
      { kind: 'add-on', name: 'Bench of wood', chosen: { name: 'Workbench' }, exists: true, times: 1 },
    ]);
    const id = items[0]?._id ?? '';
    await forgetChoice(office(), { id });
    await expect(forgetChoice(office(), { id })).rejects.toMatchObject({ code: 'not-found' });
    await upload(findOrder('M-3', readNames('Bench of wood')));
    expect((await orderNamed('M-2')).addOns).toHaveLength(1);
    const group = await readGroup('add-on');
    expect(group).toMatchObject({ orders: 1 });
    expect(group.suggestions[0]).toMatchObject({ name: 'Workbench', times: 1 }); // the name is still known
    const trail = await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?::uuid]', [id])
      .orderBy('id')
      .pluck('action');
    expect(trail).toEqual(['remember', 'forget']);
  });

  test('that is not remembered is suggested next time, most recent first', async () => {
    await upload(findOrder('N-1', readNames('Ramp')));
    await choose();
    await upload(findOrder('N-2', readNames('Ramp')));
    expect((await readGroup('add-on')).suggestions[0]).toMatchObject({ name: 'Workbench', times: 1 });
  });

  test('made on one order is suggested for others: a shop, a model and an add-on', async () => {
    await upload(findOrder('O-1', { ...readNames('Ramp'), shop: 'RLB', model: 'Cabinn of paint' }));
    const { items } = await listOrders(office(), { search: 'O-1' });
    const { _id: id, customAddOns } = await getOrder(office(), { id: items[0]?._id ?? '' });
    const [line] = customAddOns;
    await updateOrder(office(), { id, shop: await readId('shops', homeShop) });
    await updateOrder(office(), { id, model: await readId('shed_models', 'Painted Cabin') });
    const mended = { addOn: await addOn('Skirting'), quantity: line?.quantity, retailPrice: line?.retailPrice };
    await updateOrder(office(), { id, addOns: [mended], customAddOns: [] });
    await upload(findOrder('O-2', { ...readNames('ramp'), shop: 'RLB', model: 'Cabinn of Paint' }));
    const suggested = (await groups()).map(({ kind, suggestions: [first] }) => [kind, first?.name, first?.times]);
    expect(new Set(suggested)).toEqual(
      new Set([
        ['add-on', 'Skirting', 1],
        ['shop', homeShop, 1],
        ['model', 'Painted Cabin', 1],
        ['add-on-price', undefined, undefined],
      ]),
    );
  });

  test('of a record that was deleted since is ignored', async () => {
    await upload(findOrder('D-1', readNames('Ramp')));
    await choose({ remember: true });
    await world.db('matching_choices').update({ chosen_id: '01900000-0000-7000-8000-000000000002' });
    await upload(findOrder('D-2', readNames('Ramp')));
    expect(await readGroup('add-on')).toMatchObject({ orders: 1, suggestions: [] });
    expect((await listRememberedChoices(office(), {})).items).toMatchObject([{ exists: false }]);
    await expect(choose({ choice: '01900000-0000-7000-8000-000000000002' })).rejects.toThrow('no longer exists');
  });

  test('of a shop, a dealer and a model resolves their alerts; a dealer is remembered only for its shop', async () => {
    await upload(
      findOrder('K-1', { shop: 'Ridgeline' }),
      findOrder('K-2', { dealer: 'Hill Top Storrage' }),
      findOrder('K-3', { model: 'Painted Cabbin' }),
    );
    const targets = {
      shop: ['shops', homeShop],
      dealer: ['dealers', 'Hilltop Storage'],
      model: ['shed_models', 'Painted Cabin'],
    } as const;
    for (const kind of ['shop', 'dealer', 'model'] as const) {
      const { words, within } = await readGroup(kind);
      const [table, name] = targets[kind];
      const choice = await readId(table, name);
      expect(await chooseForAlerts(office(), { kind, words, within, choice, remember: true })).toMatchObject({
        ready: 1,
      });
    }
    expect(await getAlertDesk(office(), {})).toMatchObject({ ready: 3, held: 0, groups: [] });
    await upload(
      findOrder('K-4', { dealer: 'Hill Top Storrage', shop: otherShop }),
      findOrder('K-5', { shop: 'ridge line' }),
    );
    expect(await groups()).toMatchObject([{ kind: 'dealer', orders: 1, place: otherShop }]);
  });

  test('of a shop for orders without one assigns the orders, and is not remembered', async () => {
    await upload(findOrder('L-1', { shop: null }), findOrder('L-2', { shop: null }));
    const { items } = await listHeldOrders(office(), { kind: 'shop-missing' });
    const choice = await readId('shops', otherShop);
    await expect(chooseForAlerts(office(), { kind: 'shop-missing', choice })).rejects.toThrow('ids: is required');
    const ids = [items[0]?._id ?? ''];
    expect(await chooseForAlerts(office(), { kind: 'shop-missing', choice, ids, remember: true })).toMatchObject({
      ...{ orders: 1, ready: 1 },
    });
    expect(await orderNamed('L-1')).toMatchObject({ shop: { name: otherShop }, alerts: [] });
    expect(await readGroup('shop-missing')).toMatchObject({ orders: 1 });
    expect((await listRememberedChoices(office(), {})).total).toBe(0);
  });

  test('keeps the accepted alerts of its orders', async () => {
    await upload(findOrder('A-1', { ...readNames('Ramp'), basePrice: 2300 }));
    await acceptAlerts(office(), { code: 'base-price' });
    await choose({ choice: await addOn('Walk-in Door') });
    expect((await orderNamed('A-1')).alerts).toContainEqual(
      expect.objectContaining({ code: 'base-price', accepted: true }),
    );
  });

  test('by two users at the same time changes every order once', async () => {
    await upload(...Array.from({ length: 12 }, (_, n) => findOrder(`U-${n}`, readNames('Ramp'))));
    const { words } = await readGroup('add-on');
    const choice = await addOn('Workbench');
    const both = await Promise.all(
      (['office.user', 'office.admin'] as const).map((name) =>
        chooseForAlerts(world.ctx(name), { kind: 'add-on', words, choice, remember: true }),
      ),
    );
    expect(both.map(({ orders }) => orders).toSorted()).toEqual([0, 12]);
    expect(await world.db('orders').where({ status: 'New' }).pluck('revision')).toEqual(Array(12).fill(2));
    expect((await listRememberedChoices(office(), {})).items).toMatchObject([{ times: 1 }]);
  });

  test('stays on its orders after a re-match, even when revoked', async () => {
    await upload(findOrder('V-1', readNames('Ramp')));
    await choose({ remember: true });
    const { items } = await listRememberedChoices(office(), {});
    await forgetChoice(office(), { id: items[0]?._id ?? '' });
    await rematchNewOrders(office(), {});
    expect((await orderNamed('V-1')).addOns).toMatchObject([{ name: 'Workbench' }]);
  });
});

test('accepting a cause accepts its alerts in all orders, at any price, and no others', async () => {
  const toPriced = (serial: string, name: string, price: number) =>
    findOrder(serial, { addOns: [{ name, quantity: 1, price }] });
  await upload(toPriced('P-1', 'Workbench', 1), toPriced('P-2', 'Workbench', 2), toPriced('P-3', 'Walk-in Door', 3));
  const group = (await groups()).find(({ name }) => name === 'Workbench') ?? expect.fail();
  expect(group).toMatchObject({ kind: 'add-on-price', orders: 2 });
  const { kind, words, within } = group;
  expect(await acceptAlerts(office(), { cause: { kind, words, within } })).toMatchObject({ orders: 2 });
  expect(await groups()).toMatchObject([{ name: 'Walk-in Door' }]);
});
