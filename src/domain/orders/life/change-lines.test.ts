import { describe, expect, test } from 'vitest';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { useWorld } from '../../testing/world.js';
import { importOrders } from '../../imports/order-files/service.js';
import { getOrder, listOrders } from '../service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
const addOnId = async (name: string) => ((await world.db('add_ons').where({ name }).first('id')) as { id: string }).id;

/** A New order with the lines 1 and 2 of the catalogue, 3 unknown and 4 custom. */
async function upload(serialNumber: string) {
  const lines = {
    addOns: [...['Workbench', 'Skirting'].map((name) => ({ name, quantity: 1 })), { name: 'Ramp', price: 90 }],
    customAddOns: [{ name: 'Loft', price: 40 }],
  };
  const shed = { category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295 };
  await importOrders(office(), { orders: [{ serialNumber, ...shed, ...lines }] });
  const { items } = await listOrders(office(), { search: serialNumber });
  return getOrder(office(), { id: items[0]?._id ?? '' });
}

describe('a line that a change names twice', () => {
  test.each([
    ['in one list', { addOns: [{ lineNo: 1 }, { lineNo: 1 }] }, 'addOns.1.lineNo: is a duplicate'],
    ['with another quantity', { addOns: [{ lineNo: 2 }, { lineNo: 2, quantity: 3 }] }, 'addOns.1.lineNo'],
    ['as a custom line', { customAddOns: [{ lineNo: 4 }, { lineNo: 4 }] }, 'customAddOns.1.lineNo'],
    ['in both lists', { addOns: [{ lineNo: 1 }], customAddOns: [{ lineNo: 1 }] }, 'customAddOns.0.lineNo'],
  ])('%s is refused, naming it', async (where, change, sentence) => {
    const order = await upload(`TW-${where}`);
    await expect(updateOrder(office(), { id: order._id, ...change })).rejects.toThrow(sentence);
    expect(await getOrder(office(), { id: order._id })).toEqual(order);
  });

  test('is no longer in the list that it leaves, although the change does not send that list', async () => {
    const { _id: id } = await upload('MV-1');
    const ramp = { lineNo: 3, addOn: await addOnId('Workbench'), retailPrice: 90 };
    const { order } = await updateOrder(office(), { id, addOns: [{ lineNo: 1 }, { lineNo: 2 }, ramp] });
    expect(order.addOns.map(({ name }) => name)).toEqual(['Workbench', 'Skirting', 'Workbench']);
    expect(order.customAddOns.map(({ name }) => name)).toEqual(['Loft']);
  });
});
