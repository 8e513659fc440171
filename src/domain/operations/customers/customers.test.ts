import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { newId } from '../../kernel/ids.js';
import { inTransaction } from '../../kernel/service.js';
import { createComment } from '../../messaging/messages/service.js';
import { resendMessage } from '../../messaging/outbox/service.js';
import { importOrders } from '../../imports/order-files/service.js';
import { readSheetCells } from '../../testing/table-files.js';
import { useWorld } from '../../testing/world.js';
import { eraseCustomer, exportCustomer, findCustomerOrders, previewErasure } from './service.js';
import { places } from './places.js';
import { takeFeedRows } from '../../imports/feed/testing/feed-rows.js';

const world = useWorld();
const admin = () => world.ctx('office.admin');

const person = {
  customerName: 'Wilhelmina Q. Testcase',
  customerFirstName: 'Wilhelmina',
  customerLastName: 'Testcase',
  customerEmail: 'wilhelmina@person.test',
  customerPhonePrimary: '555-867-5309',
  deliveryAddressLineOne: '4711 Nowhere "Old" Lane',
  deliveryAddressLineTwo: 'Lot 99',
  deliveryCity: 'Unlikelyville',
  billingAddressLineOne: '12 Billing Court',
};
/** The customer's data. Wherever one of these is found, it was not erased. */
const traces = [
  'Wilhelmina',
  'Testcase',
  'person.test',
  '867-5309',
  '4711 Nowhere',
  'Lot 99',
  'Unlikelyville',
  '12 Billing',
];

type FeedRow = Readonly<Record<string, unknown>>;

let row: FeedRow;
let order: string;
let serial: string;
let figures: Record<string, unknown>;

/** The columns of the database that still contain customer data. */
async function findTraces(): Promise<string[]> {
  const tables = (await world
    .db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .pluck('table_name')) as string[];
  const orders: string[] = [];
  for (const table of tables)
    for (const trace of traces) {
      const { rows } = (await world.db.raw(`select count(*)::int as n from ${table} t where t::text ilike ?`, [
        `%${trace}%`,
      ])) as { rows: [{ n: number }] };
      if (rows[0].n > 0) orders.push(`${table}: ${trace}`);
    }
  return orders;
}

const storedFigures = async (id: string) => {
  const all = (await world.db('orders').where({ id }).first()) as Record<string, unknown>;
  const changing = /^(customer|delivery|revision|updated|changed|hold_reason|adjustment_note)/;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !changing.test(name)));
};

beforeAll(async () => {
  const [made = ''] = await world.createOrders(1);
  const source = ((await world.db('order_sources').where({ order_id: made }).first('source')) as { source: FeedRow })
    .source;
  row = { ...source, ...person, id: '9900001', serialNumber: 'E-9900001' };
  await importOrders(world.ctx('office.user'), { orders: [row] });
  serial = 'E-9900001';
  ({ id: order } = (await world.db('orders').where({ serial_number: serial }).first('id')) as { id: string });
  await world
    .db('orders')
    .where({ id: order })
    .update({ status: 'Finished', date_finished: '2026-11-17', alerts: '[]', hold_reason: 'Ms. Testcase is away' });
  await createInvoice(world.ctx('shop.user'), { order });
  await createComment(world.ctx('office.user'), {
    order,
    commentFor: await world.findShopId('Ridge Line Barns'),
    content: 'Please call wilhelmina, 555-867-5309, about the ramp.',
  });
  await world.db('outbox_messages').insert({
    id: order,
    kind: 'email',
    payload: {
      to: 'desk@shop.test',
      subject: `Order ${serial}`,
      text: 'For Wilhelmina Q. Testcase, wilhelmina@person.test',
    },
    status: 'sent',
  });
  await world
    .db('outbox_attachments')
    .insert({ outbox_id: order, name: 'orders.xlsx', type: 'x', content: Buffer.from('Wilhelmina') });
  await inTransaction(world.ctx('office.user'), (tx) =>
    tx.audit({
      ...{ action: 'change', entity: 'order', id: order },
      before: { customer: 'Wilhelmina Testcase', phone: '555-867-5309', model: 'Barn' },
      after: { customer: person.customerName, deliveryAddress: { lineOne: '4711 Nowhere "Old" Lane' }, model: 'Cabin' },
    }),
  );
  figures = await storedFigures(order);
});

describe('the customer of an order', () => {
  test('is found by full name, email, phone in any format and serial number, but not by a part', async () => {
    for (const customer of ['wilhelmina q. testcase', 'Wilhelmina@person.test', '(555) 867 5309', 'e-9900001'])
      expect((await findCustomerOrders(admin(), { customer })).items, customer).toMatchObject([
        { _id: order, erasedAt: null },
      ]);
    for (const customer of ['Wilhelmina', '5309', '%'])
      expect((await findCustomerOrders(admin(), { customer })).items).toEqual([]);
  });

  test('is exported as JSON and as a workbook, with a history entry that contains none of the data', async () => {
    const data = await text((await exportCustomer(admin(), { orders: [order] })).content);
    for (const trace of traces.slice(0, 4)) expect(data).toContain(trace);
    const sheet = await readSheetCells(await exportCustomer(admin(), { orders: [order], format: 'xlsx' }));
    expect(sheet.workbook.worksheets.map(({ name }) => name)).toEqual([
      'Orders',
      'Sales system',
      'Messages',
      'Changes',
    ]);
    const entries = (await world.db('audit_entries').where({ action: 'export customer' }).orderBy('id')) as {
      after: unknown;
    }[];
    expect(entries.map(({ after }) => after)).toEqual([{ format: 'json' }, { format: 'xlsx' }]);
  });

  test('is only for super admins', async () => {
    for (const who of ['office.user', 'shop.admin', 'builder'] as const) {
      await expect(findCustomerOrders(world.ctx(who), { customer: serial })).rejects.toMatchObject({
        code: 'permission-denied',
      });
      await expect(eraseCustomer(world.ctx(who), { orders: [order], confirm: 'erase' })).rejects.toMatchObject({
        code: 'permission-denied',
      });
    }
  });

  test('is erased only when confirmed; a preview changes nothing and shows where the data is', async () => {
    await expect(eraseCustomer(admin(), { orders: [order] } as never)).rejects.toMatchObject({
      errors: [{ path: 'confirm' }],
    });
    const preview = await previewErasure(admin(), { orders: [order] });
    expect(preview.places.map(({ place }) => place)).toEqual(expect.arrayContaining(['Messages', 'Emails', 'History']));
    expect(await findTraces()).not.toEqual([]);
    expect((await world.db('erased_customers')) as unknown[]).toEqual([]);
  });

  test('leaves no trace anywhere, while every figure and number stays', async () => {
    await eraseCustomer(admin(), { orders: [order], confirm: 'erase' });
    expect(await findTraces()).toEqual([]);
    expect(await storedFigures(order)).toEqual(figures);
    const [entry] = (await world.db('audit_entries').where({ action: 'erase customer' })) as {
      after: unknown;
      actor_name: string;
    }[];
    expect(entry).toMatchObject({ after: { serialNumber: serial }, actor_name: world.actor('office.admin').name });
    const changes = (await world
      .db('audit_entries')
      .where({ action: 'change', entity: 'order' })
      .whereRaw('entity_ids @> array[?::uuid]', [order])
      .first()) as { after: object };
    expect(changes.after).toMatchObject({ model: 'Cabin', customer: 'Erased' });
    expect((await findCustomerOrders(admin(), { customer: serial })).items).toMatchObject([
      { customer: 'Erased', phone: null, erasedAt: expect.any(String) },
    ]);
  });

  test('is gone with the files of all emails but those that wait; an email without its files is not sent again', async () => {
    const [kept, waiting] = [newId(), newId()];
    for (const [id, status] of [
      [kept, 'kept'],
      [waiting, 'waiting'],
    ] as const) {
      await world.db('outbox_messages').insert({ id, batch_id: id, kind: 'email', payload: { text: '' }, status });
      const file = { outbox_id: id, name: 'orders.xlsx', type: 'x', content: Buffer.from('a list') };
      await world.db('outbox_attachments').insert(file);
    }
    const erase = () => eraseCustomer(admin(), { orders: [order], confirm: 'erase' });
    const files = () => world.db('outbox_attachments').whereIn('outbox_id', [kept, waiting]).pluck('outbox_id');
    expect(await erase()).toMatchObject({
      msg: 'The customer data of 1 order is erased. Files of 1 email still waiting to be sent stay: erase again afterward.',
      places: expect.arrayContaining([{ place: 'Files of emails', rows: 1 }]) as unknown[],
    });
    expect(await files()).toEqual([waiting]);
    await expect(resendMessage(admin(), { id: kept })).rejects.toMatchObject({ code: 'message-not-sendable' });
    await world.db('outbox_messages').where({ id: waiting }).update({ status: 'sent' });
    expect((await erase()).msg).toBe('The customer data of 1 order is erased.');
    expect(await files()).toEqual([]);
    await world.db('outbox_messages').whereIn('id', [kept, waiting]).delete();
  });

  test('does not return with a later row of the sales system, an upload or a form', async () => {
    const later = {
      ...row,
      timestamp: '2026-11-20T10:00:00Z',
      status: 'delivered',
      customerName: 'Wilhelmina Testcase-Smith',
    };
    for (const takesAtOnce of [[], ['facts', 'customer', 'price', 'shed', 'lines']])
      await takeFeedRows(world.ctx('system'), { source: 'Feed', takesAtOnce: takesAtOnce as [], rows: [later] });
    expect(await findTraces()).toEqual([]);
    await world
      .db('orders')
      .where({ id: order })
      .update({ customer: 'Wilhelmina', customer_email: 'wilhelmina@person.test' });
    expect(await findTraces()).toEqual([]);
    await world
      .db('order_sources')
      .where({ order_id: order })
      .update({ source: JSON.stringify(later) });
    expect(await findTraces()).toEqual([]);
  });
});

test('every place has its table and its columns', async () => {
  for (const { table, columns } of places)
    await expect(world.db(table).select(Object.keys(columns)).limit(1)).resolves.toBeDefined();
});
