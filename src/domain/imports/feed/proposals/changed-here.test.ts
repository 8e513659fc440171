import { beforeEach, expect, test } from 'vitest';
import { updateOrder } from '../../../billing/invoices/life/change-order.js';
import { getOrder } from '../../../orders/service.js';
import { useWorld } from '../../../testing/world.js';
import { createSale, readSampleRows } from '../testing/feed-rows.js';
import { acceptProposals } from './decide.js';
import { listProposals } from './service.js';

const [sample = {}] = readSampleRows();
const world = useWorld();
const office = () => world.ctx('office.admin');
let id: string;

const send = createSale(office, { id: 'HERE', serialNumber: 'H-1' });
const readProposal = async () => (await listProposals(office(), {})).items[0] ?? expect.fail('no open proposal');
const accept = async (keys?: string[]) =>
  acceptProposals(office(), { items: [{ id: (await readProposal())._id, ...(keys && { keys }) }] });
const readOrder = () => getOrder(office(), { id });
const dearer = { subTotalDollarAmount: String(Number(sample['subTotalDollarAmount']) + 200) };

beforeEach(async () => {
  await world.db('orders').delete();
  await send();
  id = ((await world.db('orders').first('id')) as { id: string }).id;
});

test.each([
  ['the proposal', undefined],
  ['its change', ['basePrice']],
])('accepting %s does not overwrite a price that was changed here meanwhile, before it is shown', async (_, keys) => {
  const { basePrice, grandTotal } = await readOrder();
  const price = basePrice.company;
  await send(dearer);
  const { revision, effect } = await readProposal();
  expect(effect?.retail).toEqual({ before: grandTotal.order, after: grandTotal.order + 200 });
  await updateOrder(office(), { id, basePrice: { company: price + 500 }, trimColor: 'White' });
  const { refused, decided } = await accept(keys);
  expect(decided).toBe(0);
  expect(refused).toMatchObject([{ reason: expect.stringMatching(/^Base price was changed here to \$/) as string }]);
  expect(await readOrder()).toMatchObject({ basePrice: { company: price + 500 } });
  const shown = await readProposal();
  expect(shown.revision).toBeGreaterThan(revision);
  expect(shown.changes).toMatchObject([{ key: 'basePrice', ours: expect.any(String) as string }]);
  expect(shown.effect?.retail).toEqual({ before: grandTotal.order + 500, after: grandTotal.order + 200 });
  expect(await accept(keys)).toMatchObject({ decided: 1, refused: [] });
  expect(await readOrder()).toMatchObject({ basePrice: { company: price + 200 } });
});

test('a value changed here does not keep other changes, or the same value, from being accepted', async () => {
  await send({ ...dearer, buildingRoofColor: 'Black', buildingSidingColor: 'White' });
  await updateOrder(office(), { id, roofColor: 'Green', sidingColor: 'White' });
  expect(await accept(['basePrice', 'sidingColor'])).toMatchObject({ decided: 1, refused: [] });
  expect(await readOrder()).toMatchObject({ roofColor: 'Green', sidingColor: 'White' });
});

test('a renewed proposal keeps the changes that the order has already', async () => {
  await send({ buildingRoofColor: 'Black', buildingSidingColor: 'White' });
  await updateOrder(office(), { id, roofColor: 'Green', sidingColor: 'White' });
  expect((await accept()).refused).toHaveLength(1);
  expect((await readProposal()).changes).toMatchObject([{ after: 'White' }, { after: 'Black', ours: 'Green' }]);
  await updateOrder(office(), { id, sidingColor: 'Clay' });
  expect((await accept()).refused).toMatchObject([{ reason: expect.stringContaining('Siding color') as string }]);
  expect(await accept()).toMatchObject({ decided: 1, refused: [] });
  expect(await readOrder()).toMatchObject({ roofColor: 'Black', sidingColor: 'White' });
});
