import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/kernel/ids.js';
import { createCursors } from '../../domain/kernel/records/cursors.js';
import { listOrders } from '../../domain/orders/service.js';
import { readToEnd } from '../../domain/testing/plans.js';
import { useWorld } from '../../domain/testing/world.js';
import { useApi, type Person } from '../testing/api.js';

interface List {
  readonly items: readonly { readonly _id: string }[];
  readonly total: number;
  readonly nextCursor: string | null;
  readonly nextSince?: string;
}

const world = useWorld();
const api = useApi(world);

const ask = (path: string, query: Readonly<Record<string, string | number>> = {}, who: Person = 'office.admin') =>
  api.call(
    who,
    'GET',
    `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))}`,
  );
const list = async (...args: Parameters<typeof ask>): Promise<List> => {
  const { status, json } = await ask(...args);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as List;
};
const ids = ({ items }: List): string[] => items.map(({ _id }) => _id);

/** The lists, the tables behind them, and sort columns with equal and empty values. */
const lists = [
  [
    '/api/orders',
    'orders',
    ['dateOrdered', 'customer', 'dealer', 'deliveryScheduled', 'shop', 'statusSince', 'updatedAt'],
  ],
  ['/api/orders/status/inqueue', 'orders', ['grandTotal', 'serialNumber']],
  ['/api/invoice', 'invoices', ['invoicedDate', 'shop', 'updatedAt']],
  ['/api/invoice/status/Approved', 'invoices', ['invoiceNumber', 'amount', 'serialNumber']],
  ['/api/repairinvoice', 'repair_invoices', ['invoicedDate', 'updatedAt']],
  ['/api/repairinvoice/status/New/Repair', 'repair_invoices', ['invoiceNumber', 'amount', 'shop']],
  ['/api/payment', 'payments', ['paymentDate', 'paymentNumber', 'updatedAt']],
] as const;
const COPIES = 40;

/** Copies a row of each table, with a few different values in the sort columns. */
async function copyRows(table: string, id: string, count: number): Promise<void> {
  const names = (
    (await world
      .db('information_schema.columns')
      .where({ table_name: table, is_generated: 'NEVER' })
      .pluck('column_name')) as string[]
  ).filter((name) => name !== 'id');
  const copiedColumns: Readonly<Record<string, string>> =
    table === 'orders'
      ? { serial_number: `'P-' || n` }
      : {
          invoice_number: `gen_random_uuid()::text`,
          payment_number: `gen_random_uuid()::text`,
          invoiced_date: `'2026-11-01'::date + n % 3`,
          payment_date: `'2026-11-01'::date + n % 3`,
        };
  await world.db.raw(
    `insert into ${table} (id, ${names.join(', ')}) select gen_random_uuid(), ${names.map((name) => copiedColumns[name] ?? name).join(', ')}
         from ${table}, generate_series(1, ${count}) n where id = ?`,
    [id],
  );
}

beforeAll(async () => {
  const order = await world.createPushedOrder('InQueue');
  await copyRows('orders', order, COPIES);
  await world.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(`update orders set customer = case when serial_number ~ '[1-4]$' then null else 'Customer ' || right(serial_number, 1) end,
      dealer_name = case when serial_number ~ '[5-9]$' then 'One' end,
      delivery_scheduled = case when serial_number ~ '[02468]$' then '2026-12-01'::date end,
      changed_at = '2026-11-01 10:00:00.123456Z'`);
    await trx.raw('set local session_replication_role = origin'); // a trigger maintains the totals of invoices
    await trx.raw(
      `insert into invoices (id, invoice_number, invoiced_date, bill_to, status, status_since, shop_id, order_id, shop_total, company_total, order_total)
       select gen_random_uuid(), serial_number, '2026-11-13', 'the company', 'Approved', now(), shop_id, id, 0, 0, 0 from orders where serial_number like 'P-%'`,
    );
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(`update invoices set changed_at = '2026-11-01 10:00:00.123456Z' where invoice_number ~ '[02468]$'`);
    const shop = await world.findShopId('Ridge Line Barns');
    await trx.raw(
      `insert into repair_invoices (id, type, invoice_number, invoiced_date, bill_to, status, status_since, shop_id, shop_total, standard_total)
       values (?, 'repair', '1', '2026-11-02', 'the company', 'New', now(), ?, 100, 100)`,
      [newId(), shop],
    );
    await trx.raw(
      `insert into payments (id, payment_number, shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by)
       values (?, '1', ?, '2026-11-02', 0, 100, 100, 100, '{}', 'Test')`,
      [newId(), shop],
    );
  });
  for (const table of ['repair_invoices', 'payments'])
    await copyRows(table, ((await world.db(table).first('id')) as { id: string }).id, 20);
});

describe('cursors', () => {
  const ways = lists.flatMap(([path, table, sorts]) =>
    sorts.flatMap((sort) => [sort, `-${sort}`].map((way) => ({ path, table, sort: way }))),
  );

  test('neither repeat nor skip a row, whatever is added or deleted in the meantime', async () => {
    const way = fc.constantFrom(...ways);
    const steps = fc.array(fc.constantFrom('add', 'delete', 'nothing'), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(way, fc.integer({ min: 3, max: 17 }), steps, async ({ path, table, sort }, size, changes) => {
        const whole = ids(await list(path, { sort, size: 500 }));
        const addedIds: string[] = [];
        const seenIds: string[] = [];
        let n = 0;
        let page = await list(path, { sort, size });
        for (;;) {
          seenIds.push(...ids(page));
          if (page.nextCursor === null) break;
          expect(page.items).toHaveLength(size);
          const change = changes[n++ % changes.length];
          // an order has one invoice
          if (change === 'add' && table !== 'invoices')
            addedIds.push(await addLike(table, whole[n % whole.length] ?? ''));
          const last = change === 'delete' && addedIds.pop();
          if (last) await world.db(table).where({ id: last }).delete();
          page = await list(path, { sort, size, cursor: page.nextCursor });
        }
        const present = new Set(whole);
        expect(seenIds.filter((id) => present.has(id))).toEqual(whole);
        expect(new Set(seenIds).size).toBe(seenIds.length);
        await world.db(table).whereIn('id', addedIds).delete();
      }),
      { numRuns: 40 },
    );
  });

  /** A row with the same values, and therefore with equal sort keys. */
  async function addLike(table: string, id: string): Promise<string> {
    const before = (await world.db(table).pluck('id')) as string[];
    await copyRows(table, id, 1);
    const [made = ''] = (await world.db(table).whereNotIn('id', before).pluck('id')) as string[];
    return made;
  }

  test.each(ways)('of $path by $sort cover the whole list', async ({ path, sort }) => {
    const whole = await list(path, { sort, size: 500 });
    const seenIds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: List = await list(path, { sort, size: 7, ...(cursor && { cursor }) });
      seenIds.push(...ids(page));
      expect(page.total).toBe(whole.total);
      cursor = page.nextCursor;
    }
    expect(seenIds).toEqual(ids(whole));
    expect(seenIds.length).toBeGreaterThan(20);
  });

  test('can continue from any page by number', async () => {
    const third = await list('/api/orders', { size: 5, page: 3 });
    const fourth = await list('/api/orders', { size: 5, page: 4 });
    expect(ids(await list('/api/orders', { size: 5, cursor: third.nextCursor ?? '' }))).toEqual(ids(fourth));
    const all = await list('/api/orders', { size: 5, page: 1 });
    const last = await list('/api/orders', { size: 5, page: Math.ceil(all.total / 5) });
    expect(last.nextCursor).toBeNull();
    expect(await list('/api/orders', { size: 5, page: 90 })).toMatchObject({ items: [], nextCursor: null });
  });

  test('of another list, filter, scope or installation are refused, and so are changed ones', async () => {
    const { nextCursor } = await list('/api/orders', { size: 5 });
    const cursor = nextCursor ?? '';
    const expectRefusal = async (path: string, query: Record<string, string>, who: Person = 'office.admin') => {
      const { status, json } = await ask(path, query, who);
      expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ path: 'cursor' }] } });
      return (json as { msg: string }).msg;
    };
    const flippedCursor = cursor.slice(0, 30) + (cursor[30] === 'A' ? 'B' : 'A') + cursor.slice(31);
    for (const forgedCursor of ['x', '', 'e30', flippedCursor, `${cursor}x`, cursor.slice(0, -4), cursor.toUpperCase()])
      expect(await expectRefusal('/api/orders', { cursor: forgedCursor })).toBe(
        'cursor: is not a cursor of this list. Send the same filters and sort order, or start without it',
      );
    await expectRefusal('/api/orders', { cursor, sort: 'dateOrdered' });
    await expectRefusal('/api/orders', { cursor, search: '1' });
    await expectRefusal('/api/payment', { cursor });
    await expectRefusal('/api/orders', { cursor }, 'shop.admin');
    await expectRefusal('/api/orders', { cursor }, 'builder');
    await expectRefusal('/api/orders', { cursor, page: '2' });
    const ofAnother = createCursors('another secret').seal({ after: ['2026-11-01', newId()], sums: { total: 1 } }, '');
    await expectRefusal('/api/orders', { cursor: ofAnother });
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/total|20\d\d-/);
    expect((await list('/api/orders', { cursor }, 'office.user')).items).not.toEqual([]); // it sees what the office sees
  });
});

describe('updatedSince', () => {
  const changes: Readonly<Record<string, string>> = {
    orders: 'metal_ordered = not metal_ordered',
    invoices: `bill_to = bill_to || '.'`,
    repair_invoices: `bill_to = bill_to || '.'`,
    payments: `memo = memo || '.'`,
  };

  test.each(lists)('lists what changed in %s at that instant or later', async (path, table) => {
    const { nextSince = '' } = await list(path, { updatedSince: '1970-01-01T00:00:00Z', size: 1 });
    const whole = ids(await list(path, { size: 500 }));
    const one = whole[1] ?? '';
    await world.db.raw(`update ${table} set ${changes[table]} where id = ?`, [one]);
    const changedRows = await list(path, { updatedSince: nextSince });
    expect(ids(changedRows)).toEqual([one]);
    expect(changedRows.total).toBe(1);
    const { at } = (await world.db(table).where({ id: one }).first({ at: 'changed_at' })) as { at: string };
    expect(ids(await list(path, { updatedSince: at }))).toEqual([one]);
    expect(ids(await list(path, { updatedSince: '2200-01-01T00:00:00Z' }))).toEqual([]);
    expect(ids(await list(path, { updatedSince: '1970-01-01T00:00:00+02:00', size: 500 })).sort()).toEqual(
      whole.sort(),
    );
  });

  test.each(lists)('misses no change of %s that is committed later', async (path, table) => {
    const [one = '', two = ''] = ids(await list(path));
    const start = (await list(path, { updatedSince: '2200-01-01T00:00:00Z' })).nextSince ?? '';
    const trx = await world.db.transaction();
    await trx.raw(`update ${table} set ${changes[table]} where id = ?`, [one]);
    await world.db.raw(`update ${table} set ${changes[table]} where id = ?`, [two]);
    const first = await list(path, { updatedSince: start });
    expect(ids(first)).toEqual([two]);
    await trx.commit();
    const second = await list(path, { updatedSince: first.nextSince ?? '' });
    expect(ids(second)).toContain(one);
    const third = await list(path, { updatedSince: second.nextSince ?? '' });
    expect(ids(third)).toEqual([]);
  });

  test('gives all pages of a cursor the instant of the first', async () => {
    const first = await list('/api/orders', { updatedSince: '1970-01-01T00:00:00Z', sort: 'updatedAt', size: 10 });
    const trail = { updatedSince: '1970-01-01T00:00:00Z', sort: 'updatedAt', size: 10 };
    const second = await list('/api/orders', { ...trail, cursor: first.nextCursor ?? '' });
    expect(second.nextSince).toBe(first.nextSince);
  });

  test.each(lists)('refuses an invalid instant in %s', async (path) => {
    const instants = {
      yesterday: 'must be a date and time such as 2026-03-02T08:30:00Z',
      '2026-03-02': 'must be a date and time such as 2026-03-02T08:30:00Z',
      '2026-03-02T08:30:00': 'must be a date and time such as 2026-03-02T08:30:00Z',
      '': 'must be a date and time such as 2026-03-02T08:30:00Z',
      '0000-01-01T00:00:00Z': 'must be between 1970 and 2200',
      '9999-01-01T00:00:00Z': 'must be between 1970 and 2200',
    };
    for (const [updatedSince, msg] of Object.entries(instants))
      expect((await ask(path, { updatedSince })).json).toMatchObject({
        code: 'invalid-input',
        errors: [{ path: 'updatedSince', msg }],
      });
  });

  test('reads an index rather than the table', async () => {
    await copyRows('orders', ((await world.db('orders').first('id')) as { id: string }).id, 3000);
    await world.db.raw('analyze orders');
    const office = { ...world.ctx('office.admin'), cursors: createCursors('secret') };
    const since = new Date().toISOString();
    for (const sort of ['updatedAt', '-dateOrdered'])
      expect(await readToEnd(world, () => listOrders(office, { updatedSince: since, sort, size: 20 }))).not.toContain(
        'orders',
      );
  });
});
