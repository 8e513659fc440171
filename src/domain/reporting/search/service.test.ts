import { beforeAll, expect, test } from 'vitest';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import { makeApprovedRepairs } from '../../testing/approved-repairs.js';
import { homeShop, otherShop, useWorld, type ActorName } from '../../testing/world.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import type { SearchedKind } from './schema.js';
import { searchRecords } from './service.js';

const world = useWorld();
/** The records of each shop, by kind. */
const ownNumbers = { home: new Map<string, string>(), other: new Map<string, string>() };

beforeAll(async () => {
  for (const [side, shop] of [
    ['home', homeShop],
    ['other', otherShop],
  ] as const) {
    const invoices = await makeApprovedInvoices(world, 2, shop);
    const [repair = ''] = await makeApprovedRepairs(world, 'Repair', [10_00], shop);
    const [driver = ''] = await makeApprovedRepairs(world, 'Driver', [20_00], shop);
    const { payment } = await createPayment(world.ctx('office.user'), {
      invoices: invoices.slice(1),
      paymentNumber: `PAY-${side}`,
      paymentDate: '2026-11-18',
      shopsPaymentAdjustment: 0,
    });
    const order = await world.createPushedOrder('Building', shop);
    const records = { order, invoice: invoices[0] ?? '', repair, driver, payment: payment._id };
    for (const [kind, id] of Object.entries(records)) ownNumbers[side].set(kind, id);
  }
});

const search = async (who: ActorName, text: string, of?: SearchedKind) =>
  (await searchRecords(world.ctx(who), { text })).items.filter(({ kind }) => of === undefined || kind === of);
const getIds = async (who: ActorName, text: string) => (await search(who, text)).map(({ _id }) => _id);
const first = async (table: string, more: object = {}): Promise<{ id: string; name: string }> =>
  (await world.db(table).where(more).orderBy('id').first('id', 'name')) as { id: string; name: string };
const readNumber = async (kind: string, side: 'home' | 'other'): Promise<string> => {
  const [table = '', column = ''] = {
    order: ['orders', 'serial_number'],
    invoice: ['invoices', 'invoice_number'],
    repair: ['repair_invoices', 'invoice_number'],
    driver: ['repair_invoices', 'invoice_number'],
    payment: ['payments', 'payment_number'],
  }[kind] ?? ['', ''];
  const id = ownNumbers[side].get(kind) ?? '';
  return ((await world.db(table).where({ id }).first(column)) as Record<string, string>)[column] ?? '';
};

test.each(['order', 'invoice', 'repair', 'driver', 'payment'])(
  "%s: the office finds each shop's by its number, a shop only its own",
  async (kind) => {
    for (const side of ['home', 'other'] as const) {
      const id = ownNumbers[side].get(kind) ?? '';
      const number = await readNumber(kind, side);
      const [hit] = (await search('office.user', number)).filter(({ _id }) => _id === id);
      expect(hit).toMatchObject({ kind, label: number });
      expect(await getIds(side === 'home' ? 'shop.user' : 'other.shop', number)).toContain(id);
      expect(await getIds(side === 'home' ? 'other.shop' : 'shop.admin', number)).not.toContain(id);
      expect(await getIds('builder', number)).toEqual(
        kind === 'order' && side === 'home' ? [id] : expect.not.arrayContaining([id]),
      );
    }
  },
);

test('only the office finds a New order', async () => {
  const [id = ''] = await world.createOrders(1);
  const { serial_number: number } = (await world.db('orders').where({ id }).first('serial_number')) as {
    serial_number: string;
  };
  expect(await getIds('office.user', number)).toEqual([id]);
  for (const who of ['shop.admin', 'other.shop', 'builder'] as const) expect(await getIds(who, number)).toEqual([]);
});

test('the catalogue is found by name, dealers and shops only by the office', async () => {
  const [dealer, item, shop] = await Promise.all([first('dealers'), first('items'), first('shops')]);
  const model = await first('shed_models');
  const kinds = async (who: ActorName, { id, name }: { id: string; name: string }) =>
    (await search(who, name)).filter(({ _id }) => _id === id).map(({ kind }) => kind);
  expect(await kinds('office.user', dealer)).toEqual(['dealer']);
  expect(await kinds('shop.admin', dealer)).toEqual([]);
  expect(await kinds('office.user', shop)).toEqual(['shop']);
  expect(await kinds('shop.admin', shop)).toEqual([]);
  for (const who of ['office.user', 'shop.user'] as const) {
    expect(await kinds(who, item)).toEqual(['item']);
    expect(await kinds(who, model)).toEqual(['model']);
  }
  expect(await kinds('builder', item)).toEqual([]);
});

test('a shop finds an item by its own name for it', async () => {
  const { id } = await first('items');
  await world
    .db('shop_item_values')
    .insert({ shop_id: await world.findShopId(homeShop), item_id: id, name: 'Own 77 name' })
    .onConflict(['shop_id', 'item_id'])
    .merge(['name']);
  expect(await getIds('shop.user', 'own 77')).toEqual([id]);
  expect(await getIds('other.shop', 'own 77')).toEqual([]);
  expect(await getIds('office.user', 'own 77')).toEqual([]);
});

test.each(['10x16', '10 × 16', '10 X 16'])(
  `"%s" finds sheds of that size; with a model name, only that model's`,
  async (text) => {
    const shed = (await world
      .db('sheds as z')
      .join('shed_models as m', 'm.id', 'z.model_id')
      .where({ 'z.width': 10, 'z.length': 16 })
      .first('z.id', 'm.name')) as { id: string; name: string };
    const all = await search('shop.user', text, 'size');
    expect(all.length).toBeGreaterThan(1);
    expect(all.every(({ label }) => label.startsWith('10 × 16 '))).toBe(true);
    const hits = await search('office.user', `${text} ${shed.name}`, 'size');
    expect(hits.map(({ _id }) => _id)).toContain(shed.id);
    expect(new Set(hits.map(({ label }) => label))).toEqual(new Set([`10 × 16 ${shed.name}`]));
  },
);

test('finds at most eight of a kind, takes special characters literally, finds nothing for an empty text, and refuses a long one', async () => {
  await world.createOrders(10);
  expect(await search('office.user', 'T-', 'order')).toHaveLength(8);
  for (const text of ['%', '_', '\\']) expect(await search('office.user', text)).toEqual([]);
  expect(await search('office.user', '  ')).toEqual([]);
  await expect(search('office.user', 'a'.repeat(101))).rejects.toMatchObject({ code: 'invalid-input' });
});
