import { expect, test } from 'vitest';
import { inTransaction } from '../../kernel/service.js';
import { newId } from '../../kernel/ids.js';
import { createComment } from '../../messaging/messages/service.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { eraseCustomer, previewErasure } from './service.js';
import { takeFeedRows } from '../../imports/feed/testing/feed-rows.js';

const world = useWorld();
const admin = () => world.ctx('office.admin');

type FeedRow = Readonly<Record<string, unknown>>;
interface Sale {
  readonly id: string;
  readonly serialNumber: string;
  readonly row: FeedRow;
}

let sales = 0;
/** An order from the sales system that is at its shop, with these fields in its row. */
async function sell(fields: FeedRow): Promise<Sale> {
  const [sample = ''] = await world.createOrders(1);
  const { source } = (await world.db('order_sources').where({ order_id: sample }).first('source')) as {
    source: FeedRow;
  };
  const number = 9_700_000 + (sales += 1);
  const row = { ...source, ...fields, id: String(number), serialNumber: `E-${number}` };
  const [id = ''] = await world.createOrders([row]);
  await world.db('orders').where({ id }).update({ status: 'InQueue', alerts: '[]' });
  return { id, serialNumber: row.serialNumber, row };
}

const erase = (...orders: readonly Sale[]) =>
  eraseCustomer(admin(), { orders: orders.map(({ id }) => id), confirm: 'erase' });
const readSource = async ({ id }: Sale) =>
  ((await world.db('order_sources').where({ order_id: id }).first('source')) as { source: FeedRow }).source;

async function write(order: Sale, content: string): Promise<string> {
  const commentFor = await world.findShopId(homeShop);
  await createComment(world.ctx('office.user'), { order: order.id, commentFor, content });
  return order.id;
}
const readMessages = (orderId: string) => world.db('comments').where({ order_id: orderId }).pluck('content');

/** Stores the answer of a call that was sent with an Idempotency-Key. */
async function storeAnswer(answer: object): Promise<string> {
  const key = newId();
  await world
    .db('idempotency_keys')
    .insert({ actor: 'test', key, what: 'test', hash: 'test', answer: JSON.stringify(answer) });
  return key;
}
const readAnswer = async (key: string) =>
  ((await world.db('idempotency_keys').where({ key }).first('answer')) as { answer: unknown }).answer;

test('what is no phone number, email address or street does not find the rows of others', async () => {
  const order = await sell({
    ...{ customerName: 'Amos Yoder', customerFirstName: 'Amos', customerLastName: 'Yoder' },
    ...{ customerEmail: 'none', customerPhonePrimary: '555-555-5555', deliveryAddressLineOne: 'TBD' },
    ...{ deliveryAddressLineTwo: 'Barn', billingAddressLineTwo: '12 Doors' },
  });
  const text = 'Amos Miller: none of the Barn doors, place TBD, call 555-555-5555 about the 12 Doors';
  const other = await write(await sell({ customerName: 'Amos Miller' }), text);
  const own = await write(order, 'Amos Yoder is at home');
  await erase(order);
  expect(await readMessages(other)).toEqual([text]);
  expect(await readMessages(own)).toEqual(['Erased is at home']);
});

test('a phone number, an email address and a street find the rows of their customer anywhere', async () => {
  const order = await sell({
    ...{ customerName: 'Edna Byler', customerEmail: 'edna@byler.test', customerPhonePrimary: '330-555-0142' },
    ...{ deliveryAddressLineOne: '88 Mill Road', billingAddressLineOne: '9 Bank Street' },
  });
  const other = await sell({ customerName: 'Amos Miller' });
  for (const contact of ['edna@byler.test', '330-555-0142', '88 Mill Road', '9 Bank Street'])
    await write(other, `For Edna Byler: ${contact}`);
  await erase(order);
  expect(await readMessages(other.id)).toEqual(Array.from({ length: 4 }, () => 'For Erased: Erased'));
});

test('figures stay, even if an address has the same', async () => {
  const order = await sell({ deliveryAddressLineTwo: '200', customerId: '200', weight: 200, promocodeValue: '200.00' });
  expect((await previewErasure(admin(), { orders: [order.id] })).orders).toBe(1);
  await erase(order);
  expect(await readSource(order)).toMatchObject({
    weight: 200,
    promocodeValue: '200.00',
    deliveryAddressLineTwo: null,
  });
});

test('a customer with the name of a field, a color or an add-on loses neither; a later row makes no proposal', async () => {
  const buildingAddons = [{ name: 'Brown Shutters', price: '48.00', priceIncluded: false, quantity: 2 }];
  const order = await sell({
    ...{ customerName: 'Brown Price', customerFirstName: 'Brown', customerLastName: 'Price', buildingAddons },
    ...{ buildingSidingColor: 'Brown', soldByDealerUser: 'Ann Price', price: 12, subTotalAdjustmentNote: null },
  });
  await inTransaction(admin(), (tx) =>
    tx.audit({
      ...{ action: 'change', entity: 'order', id: order.id },
      before: { price: 10, sidingColor: 'Brown', note: 'Ms. Price called' },
      after: { price: 12, sidingColor: 'Brown', note: null },
    }),
  );
  await erase(order);
  expect(await readSource(order)).toMatchObject({
    ...{ price: 12, buildingSidingColor: 'Brown', soldByDealerUser: 'Ann Price', buildingAddons },
    ...{ customerName: 'Erased', customerLastName: null },
  });
  const entry = (await world
    .db('audit_entries')
    .where({ action: 'change' })
    .whereRaw('entity_ids @> array[?::uuid]', [order.id])
    .first()) as { before: object };
  expect(entry.before).toEqual({ price: 10, sidingColor: 'Brown', note: 'Ms. Erased called' });
  const rows = [{ ...order.row, timestamp: '2026-11-20T10:00:00Z' }];
  await takeFeedRows(world.ctx('system'), { source: 'Feed', takesAtOnce: [], rows });
  expect(await world.db('order_proposals').where({ order_id: order.id }).pluck('differences')).toEqual([]);
});

test('in a list of records, only those of the customer change', async () => {
  const order = await sell({ customerName: 'Amos Yoder', customerFirstName: 'Amos', customerEmail: 'amos@yoder.test' });
  const other = { serialNumber: 'E-1', customer: 'Amos Miller', notes: ['Amos calls'] };
  const key = await storeAnswer({
    orders: [
      { serialNumber: order.serialNumber, customer: 'Amos Yoder', notes: ['Amos calls'] },
      { email: 'amos@yoder.test', customer: 'Amos Yoder' },
      other,
    ],
  });
  await erase(order);
  expect(await readAnswer(key)).toEqual({
    orders: [
      { serialNumber: order.serialNumber, customer: 'Erased', notes: ['Erased calls'] },
      { email: 'Erased', customer: 'Erased' },
      other,
    ],
  });
});

test('requests for a second person lose the data, also in the call that was requested', async () => {
  const order = await sell({ customerName: 'Iva Troyer', customerEmail: 'iva@troyer.test' });
  const id = newId();
  const text = 'Iva Troyer, iva@troyer.test';
  await world.db('approval_requests').insert({
    ...{ id, call: 'PUT /api/invoice/update/:id', input: { newMessage: text, amount: 12.5 }, note: text, reason: text },
    ...{ effect: { changes: [text] }, digest: 'x', asker_name: 'A', asked_at: world.now },
    ...{ state: 'denied', decided_at: world.now, decided_by: 'B', answer: text },
  });
  await erase(order);
  const erased = 'Erased, Erased';
  expect(await world.db('approval_requests').where({ id }).first()).toMatchObject({
    ...{ input: { newMessage: erased, amount: 12.5 }, effect: { changes: [erased] } },
    ...{ note: erased, reason: erased, answer: erased },
  });
});
