import { demoPassword } from '../../domain/operations/demo/accounts.js';
import { otherShop } from '../../domain/testing/world.js';
import { collect } from './areas.js';
import { testSetupCode } from './setup-code.js';
import type { Examples } from './kinds.js';
import { clerks } from './side.js';
import { makeInvoice } from './stage-invoices.js';
import { makeAlert } from './stage.js';
import { readSampleRows } from '../../domain/imports/feed/testing/feed-rows.js';

const feed = readSampleRows();
let serial = 8_000_000;
const row = (shopName?: string): Record<string, unknown> => {
  serial += 1;
  return { ...feed[0], id: String(serial), serialNumber: `X-${serial}`, ...(shopName ? { shopName } : {}) };
};

/** An example for every call that is not a plain read, created anew each time in the demo world. */
export const examples: Examples = {
  'POST /api/auth': () => ({
    as: 'office.user',
    values: { userName: 'office.user@demo.test', password: demoPassword },
  }),
  'DELETE /api/auth': (_, side = 'home') => ({ as: clerks[side], values: {} }),
  'POST /api/users': () => ({
    as: 'office.admin',
    entity: 'company',
    onEmptyDatabase: true,
    values: {
      setupCode: testSetupCode,
      companyName: 'Sheds & Sons',
      timeZone: 'America/Denver',
      name: 'Ann',
      userName: 'ann@sheds.test',
      password: 'ten letters+',
    },
  }),
  'POST /api/users/add': () => ({
    as: 'office.admin',
    entity: 'user',
    values: {
      name: 'New Clerk',
      userName: `clerk${(serial += 1)}@demo.test`,
      password: 'ten letters+',
      role: 'Shop User',
      shop: otherShop,
    },
  }),
  'PUT /api/users/password': (_, side = 'home') => ({
    as: clerks[side],
    values: { currentPassword: demoPassword, newPassword: demoPassword },
  }),
  'PUT /api/users/preferences': (_, side = 'home') => ({
    as: clerks[side],
    values: { key: 'columns:orders', value: { hidden: ['dealer'], width: 120 } },
  }),
  'PUT /api/alert/update/read/:id': async (world, side = 'home') => ({
    as: clerks[side],
    values: { id: await makeAlert(world, side) },
  }),
  'POST /api/alert/': async (world) => ({
    as: 'office.user',
    entity: 'alert',
    values: { alert: 'Please call us.', invoice: await makeInvoice(world, 'New') },
  }),
  'POST /api/orders': () => ({
    as: 'office.user',
    entity: 'order',
    values: { orders: [row()], fileName: 'feed.json', duplicates: 'skip' },
  }),
  'POST /api/orders/missing': () => ({ as: 'office.user', entity: 'order', values: { orders: [row()] } }),
  'POST /api/orders/rematch': async (world) => ({
    as: 'office.user',
    entity: 'order',
    values: { ids: await world.createOrders(2) },
  }),
  'POST /api/orders/work-orders': async (world, side = 'home') => ({
    as: clerks[side],
    values: { ids: [await world.createPushedOrder('InQueue', side === 'other' ? otherShop : undefined)] },
  }),
  'POST /api/orders/alerts/accept': async (world) => ({
    as: 'office.user',
    entity: 'order',
    values: { ids: await world.createOrders(8), code: 'dealer', text: 'x' },
  }),
  'PUT /api/orders/update/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'order',
    values: {
      id: await world.createPushedOrder('InQueue', side === 'other' ? otherShop : undefined),
      revision: 1,
      status: 'Building',
      metalOrdered: true,
      sidingPaint: { color: 'Navy', quantity: 2 },
      trimPaint: { color: 'White', quantity: 1.5 },
    },
  }),
  'PUT /api/orders/updateseveral': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'order',
    values: {
      orders: [
        { _id: await world.createPushedOrder('InQueue', side === 'other' ? otherShop : undefined), revision: 1 },
      ],
      status: 'On Hold',
      holdReason: 'The metal is late.',
      metalOrdered: true,
    },
  }),
  'PUT /api/orders/mapping': () =>
    Promise.resolve({ as: 'office.admin', entity: 'company', values: { mapping: { serialNumber: 'no' } } }),
  'PUT /api/orders/updatenew': async (world) => {
    await world.createOrders(3);
    return { as: 'office.user', entity: 'order', values: {} };
  },
  'DELETE /api/orders/delete/:id': async (world) => ({
    as: 'office.user',
    entity: 'order',
    values: { id: await world.createPushedOrder('InQueue') },
  }),
  'DELETE /api/orders/new/delete': async (world) => {
    await world.createOrders(2);
    return { as: 'office.user', entity: 'order', values: {} };
  },
  'POST /api/invoice': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'invoice',
    values: {
      order: await world.createFinishedOrder(side === 'other' ? otherShop : undefined),
      invoiceNumber: `N-${(serial += 1)}`,
      billTo: 'The company',
    },
  }),
  'PUT /api/invoice/update/:id': async (world, side) =>
    side
      ? {
          as: clerks[side],
          entity: 'invoice',
          values: { id: await makeInvoice(world, 'Denied', side), status: 'Adjusted', newMessage: 'Corrected.' },
        }
      : {
          as: 'office.user',
          entity: 'invoice',
          values: {
            id: await makeInvoice(world, 'New'),
            status: 'Denied',
            newMessage: 'The size is wrong.',
            originalStatus: 'New',
          },
        },
  'DELETE /api/invoice/delete/:id': async (world) => ({
    as: 'office.user',
    entity: 'invoice',
    values: { id: await makeInvoice(world, 'New') },
  }),
  ...collect('examples'),
};

/** The message for an engineer who adds a call without an example. */
export const describeMissingExample = (key: string): string =>
  `${key} changes data and has no example: add a call that works to the slice's file in src/api/testing/areas, so that its audit entry and its refusals are tested.`;
