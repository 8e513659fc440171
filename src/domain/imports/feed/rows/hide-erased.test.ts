import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../../kernel/ids.js';
import { useWorld } from '../../../testing/world.js';
import { hideErased } from './hide-erased.js';

type Row = Record<string, unknown>;
const world = useWorld();
const feedRow = (more: Row): Row => ({
  ...{ id: '900', serialNumber: 'X-1', customerName: 'Ada Miller', buildingModelName: 'Cabin' },
  ...{ subTotalDollarAmount: '10.00', ...more },
});
const ownRow = (more: Row): Row => ({
  ...{ serialNumber: 'X-1', model: 'Cabin', basePrice: 10, customer: 'Ada Miller', ...more },
});
const hide = (rows: readonly Row[], mapping: Readonly<Record<string, string>> | null = null) =>
  hideErased(world.db, rows, mapping);

beforeEach(async () => {
  await world.db('erased_customers').delete();
  const order = { order_id: newId(), erased_at: world.now };
  await world.db('erased_customers').insert({ ...order, external_id: '12', serial_number: 'E-77' });
});

test('a row with the ID or the serial number of an erased order is erased, in each format', async () => {
  for (const row of [feedRow({ id: 12 }), feedRow({ serialNumber: ' e-77' })])
    expect(await hide([row])).toMatchObject([{ customerName: 'Erased' }]);
  for (const row of [ownRow({ externalId: '12' }), ownRow({ serialNumber: 'E-77' })])
    expect(await hide([row])).toMatchObject([{ customer: 'Erased' }]);
  const mapping = { serialNumber: 'sale.no', id: 'sale.key', customer: 'who' };
  for (const sale of [{ no: 'E-77' }, { no: 'X-2', key: 12 }])
    expect(await hide([{ sale, who: 'Ada Miller' }], mapping)).toEqual([{ sale, who: null }]);
});

test('a row of another customer stays, whatever its other fields have in common with an erased order', async () => {
  const others = [
    feedRow({ buildingWidth: 12, deliveryZip: '12', orderNumber: 'E-77' }),
    feedRow({ serialNumber: '12' }),
    feedRow({ id: 'E-77' }),
    ownRow({ width: 12, length: '12', dealer: 'E-77' }),
    ownRow({ id: 12 }), // our own format has no `id`
  ];
  expect(await hide(others)).toEqual(others);
  const mapped = [{ ref: 'X-2', id: 12, who: 'Ada Miller' }];
  expect(await hide(mapped, { serialNumber: 'ref', externalId: 'key', customer: 'who' })).toEqual(mapped);
});
