import { expect, test } from 'vitest';
import { type MetalOrder, metalValues, packageBodies, type PackageValues, sizedItems } from './metal-values.js';

const panel = { _id: 'panel', name: 'Panel', quantity: 12 };
const order = {
  metalOrder: [{ metalPackage: { _id: 'metal', name: { value: 'Metal' }, items: [panel] }, serialNumber: 'T-1' }],
  vendor: { _id: 'mill' },
} as unknown as MetalOrder;

/** The only package of the order with this name typed over that of its item. */
function getPackage(name: string): PackageValues {
  const [first] = metalValues(order, '2026-11-18', []).metalOrder;
  return first ? { ...first, items: first.items.map((item) => ({ ...item, name })) } : expect.fail();
}
const getSentItems = (name: string) => packageBodies([getPackage(name)])[0]?.metalPackage?.items;

test('an item keeps its catalogue item until another name is typed over it, which then decides the item', () => {
  expect(getSentItems('Panel')).toEqual([panel]);
  expect(getSentItems(' panel ')).toMatchObject([{ _id: 'panel' }]);
  expect(getSentItems('Ridge cap')).toEqual([{ _id: null, name: 'Ridge cap', quantity: 12 }]);
});

test('an item that another name was typed over no longer reduces what other packages of its shed need', () => {
  const need = { ...panel, type: 'piece', needed: 20, ordered: 0, elsewhere: 0, left: null } as const;
  const sized = { items: [need] } as unknown as Parameters<typeof sizedItems>[0];
  const getQuantity = (name: string) => sizedItems(sized, [getPackage(name), getPackage('')], 1)[0]?.quantity;
  expect([getQuantity('Panel'), getQuantity('Ridge cap')]).toEqual([8, 20]);
});
