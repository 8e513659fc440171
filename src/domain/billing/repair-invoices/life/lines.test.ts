import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../../operations/doctor/invariants.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { updateRepair } from './change.js';
import { createRepair } from './create.js';
import { downloadRepair } from '../paper/document.js';
import { draftRepair } from './draft.js';
import { updateRepairItemCategories, listRepairItemCategories } from '../item-categories.js';

const world = useWorld();
const shop = () => world.ctx('shop.user');
let count = 0;
const bill = (items: Parameters<typeof createRepair>[1]['items'], type: 'Repair' | 'Driver' = 'Repair') =>
  createRepair(shop(), { type, invoiceNumber: `L-${(count += 1)}`, items });
const anItem = async () => ((await world.db('items').orderBy('id').first('id')) as { id: string }).id;

describe('a free line', () => {
  const discount = { text: 'Came a week late', amount: -25.5, reason: 'agreed with Owen' };

  test('has a text, a positive or negative amount and a reason; both totals and the history include it', async () => {
    const { repairInvoice } = await bill([{ item: await anItem(), quantity: 2, rate: 100 }, discount]);
    const [item, freeItem] = repairInvoice.items;
    expect(item?.reason).toBeNull();
    expect(freeItem).toMatchObject({
      item: { _id: null, name: 'Came a week late' },
      reason: 'agreed with Owen',
      quantity: 1,
      rate: -25.5,
      amount: -25.5,
      standardAmount: -25.5,
    });
    expect(repairInvoice.invoiceTotal).toBe(174.5);
    const standard = (item?.standardAmount ?? 0) - 25.5;
    expect(repairInvoice.standardInvoiceTotal).toBeCloseTo(standard, 8);
    const entry = (await world.db('audit_entries').orderBy('id', 'desc').first('after')) as {
      after: { items: string[] };
    };
    expect(entry.after.items[1]).toBe('Came a week late -$25.50 (agreed with Owen)');
    expect(await brokenInvariants(world.db)).toEqual([]);
    expect((await downloadRepair(shop(), { id: repairInvoice._id })).bytes.length).toBeGreaterThan(1000);
  });

  test('can be the only line, can be changed by its ID, and is unchanged when sent back as answered', async () => {
    const { repairInvoice } = await bill([{ ...discount, amount: 40 }]);
    const { _id: id, items } = repairInvoice;
    const same = await updateRepair(shop(), { id, items });
    expect(same.repairInvoice.items).toEqual(items);
    const result = await updateRepair(shop(), { id, items: [{ _id: items[0]?._id, amount: -3.25 }] });
    expect(result.repairInvoice).toMatchObject({ invoiceTotal: -3.25, items: [{ reason: 'agreed with Owen' }] });
  });

  test('beside lines with items that come to nothing or to a large amount is unchanged when sent back as answered', async () => {
    const item = await anItem();
    const large = { item, quantity: 99_000, rate: 5000 };
    const { repairInvoice } = await bill([{ item, rate: 0 }, { item, quantity: 0.01, rate: 0.1 }, large, discount]);
    expect(repairInvoice.items.map(({ amount }) => amount)).toEqual([0, 0, 495_000_000, -25.5]);
    const same = await updateRepair(shop(), { id: repairInvoice._id, items: repairInvoice.items });
    expect(same.repairInvoice).toMatchObject({ revision: repairInvoice.revision, items: repairInvoice.items });
  });

  test.each([
    [{ amount: -5, reason: 'x' }, 'items.0.text'],
    [{ text: 'Late', reason: 'x' }, 'items.0.amount'],
    [{ text: 'Late', amount: 0, reason: 'x' }, 'items.0.amount'],
    [{ text: 'Late', amount: 1.005, reason: 'x' }, 'items.0.amount'],
    [{ text: 'Late', amount: -10_000_000, reason: 'x' }, 'items.0.amount'],
    [{ text: 'Late', amount: -5 }, 'items.0.reason'],
    [{ text: 'Late', amount: -5, reason: 'x', quantity: 2 }, 'items.0.quantity'],
  ])('%j is refused with its field', async (line, path) => {
    await expect(bill([line])).rejects.toMatchObject({ errors: [{ path }] });
  });

  test('an item’s rate cannot be negative', async () => {
    await expect(bill([{ item: await anItem(), rate: -1 }])).rejects.toMatchObject({
      errors: [{ path: 'items.0.rate' }],
    });
  });
});

describe('the item categories in the settings', () => {
  const office = () => world.ctx('office.admin');
  const namesIn = async (type: 'Repair' | 'Driver') =>
    new Set((await draftRepair(shop(), { type })).items.map(({ category }) => category));

  test('limit the items of each invoice type, as long as there are any; the history lists them', async () => {
    const { _id: id, revision, repair, driver } = await listRepairItemCategories(office(), {});
    expect([repair, driver]).toEqual([[], []]);
    const all = await namesIn('Repair');
    const [one, two] = (await world.db('item_categories').orderBy('name').limit(2)) as { id: string; name: string }[];
    if (!one || !two) throw new Error('the demo has two categories');
    const { item } = await updateRepairItemCategories(office(), { id, revision, repair: [one.id], driver: [two.id] });
    expect(item).toMatchObject({ revision: revision + 1, repair: [{ name: one.name }], driver: [{ name: two.name }] });
    expect([await namesIn('Repair'), await namesIn('Driver')]).toEqual([new Set([one.name]), new Set([two.name])]);
    const entry = (await world.db('audit_entries').orderBy('id', 'desc').first('before', 'after')) as object;
    expect(entry).toMatchObject({ before: { repairCategories: [] }, after: { repairCategories: [one.name] } });

    const inTwo = (await world.db('items').where({ category_id: two.id }).first('id')) as { id: string };
    await expect(bill([{ item: inTwo.id }])).rejects.toThrow('is not in a category for repair invoices');
    expect((await bill([{ item: inTwo.id }], 'Driver')).repairInvoice.items).toHaveLength(1);

    await updateRepairItemCategories(office(), { id, repair: [], driver: [] });
    expect(await namesIn('Repair')).toEqual(all);
  });

  test('are set by an Office Admin; a stale revision and an unknown category are refused', async () => {
    const { _id: id, revision } = await listRepairItemCategories(world.ctx('office.user'), {});
    const change = { id, repair: [], driver: [] };
    for (const who of ['office.user', 'shop.admin'] as const)
      await expect(updateRepairItemCategories(world.ctx(who), change)).rejects.toMatchObject({
        code: 'permission-denied',
      });
    await expect(updateRepairItemCategories(office(), { ...change, revision: revision - 1 })).rejects.toMatchObject({
      code: 'stale-record',
    });
    const driver = ['00000000-0000-7000-8000-000000000000'];
    await expect(updateRepairItemCategories(office(), { ...change, driver })).rejects.toMatchObject({
      errors: [{ path: 'driver' }],
    });
  });
});

test('the office can bill free lines for any shop', async () => {
  for (const name of [homeShop, otherShop]) {
    const { repairInvoice } = await createRepair(world.ctx('office.user'), {
      type: 'Driver',
      shop: await world.findShopId(name),
      invoiceNumber: `O-${(count += 1)}`,
      items: [{ text: 'Extra trip', amount: 80, reason: 'The lot was closed.' }],
    });
    expect(repairInvoice).toMatchObject({ shop: { name }, invoiceTotal: 80, standardInvoiceTotal: 80 });
  }
});
