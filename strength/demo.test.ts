import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signInToApi, makePlace, root, start, type Place, type RunningServer } from '../e2e/product.js';
import { routes } from '../src/api/routes.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { demoAccounts } from '../src/domain/operations/demo/accounts.js';
import { makeDemo } from '../src/domain/operations/demo/make-demo.js';
import { silent } from '../src/domain/testing/world.js';

interface ItemList {
  readonly items?: readonly object[];
}

/**
 * Lists that may be empty, each with its reason: they depend on what is typed, or a demo without faults has nothing for
 * them.
 */
const mayBeEmpty: Readonly<Record<string, string>> = {
  'GET /api/lookups': 'finds what is typed',
  'GET /api/search': 'finds what is typed',
  'GET /api/keys': 'no other system signs in',
  'GET /api/webhooks': 'no other system receives events',
  'GET /api/commandrun': 'cron runs no command',
  'GET /api/expectedcommand': 'cron runs no command',
  'GET /api/approvalrequest': 'no change needs the approval of a second person',
  'GET /api/orders/choices': 'the office has chosen no record for a name that the catalogue lacks',
  'GET /api/metalorder/orders': 'lists the orders of one shop',
  'GET /api/settings/cleared': 'no user has cleared the values of shops',
  'GET /api/jobs': 'no batch was large enough for the background',
};

/** Values for the parameters of a path; there is one call for each value. */
const choices: Readonly<Record<string, readonly string[]>> = {
  'GET /api/orders/status/:status': ['New', 'InQueue', 'Building', 'Finished', 'On Hold', 'Invoiced', 'Canceled'],
  'GET /api/invoice/status/:status': ['New', 'Denied', 'Adjusted', 'Approved', 'Paid'],
  'GET /api/repairinvoice/status/:status/:type': ['New', 'Approved', 'Paid'].flatMap((status) =>
    ['Repair', 'Driver'].map((type) => `${status}/${type}`),
  ),
};

/** Every list of the API, with the addresses to call. */
const lists = routes
  .filter(({ key, file }) => key.startsWith('GET ') && !file && !(key in mayBeEmpty))
  .flatMap(({ key }) => {
    const address = key.slice('GET '.length);
    const choice = choices[key];
    if (choice) return choice.map((choice) => address.replace(/:.*$/, encodeURI(choice)));
    return address.includes(':') ? [] : [address];
  });

const reports = routes.filter(({ key, costly }) => costly && key.startsWith('POST ')).map(({ key }) => key.slice(5));
const charts = ['/api/orders/chart/filter', '/api/invoice/chart/filter', '/api/repairinvoice/chart/filter'];

describe('the demo of a year', () => {
  let place: Place;
  let server: RunningServer;
  beforeAll(async () => {
    place = await makePlace();
    server = await start(place, 'demo');
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  test.each(demoAccounts)(
    'has records in every list, chart and default report of $name',
    async ({ userName, role }) => {
      const call = await signInToApi(server.address, userName);
      const empty: string[] = [];
      for (const address of lists) {
        const { status, body } = await call<ItemList>('GET', address);
        const isHidden =
          role !== 'Office Admin' &&
          role !== 'Office User' &&
          address.includes('status/New') &&
          address.includes('orders');
        if (status === 200 && Array.isArray(body.items) && body.items.length === 0 && !isHidden) empty.push(address);
      }
      for (const address of charts) {
        const { status, body } = await call('GET', address);
        if (status === 200 && !/[1-9]/.test(JSON.stringify(body))) empty.push(address);
      }
      for (const address of reports) {
        const { status, body } = await call<object>('POST', address, {});
        const rows = Object.values(body).find((part) => Array.isArray(part)) as readonly unknown[] | undefined;
        if (status === 200 && rows?.length === 0) empty.push(`POST ${address}`);
      }
      expect(empty).toEqual([]);
    },
  );
});

const digestQueries = {
  orders: `select o.serial_number, o.customer, o.status, o.model_name, o.date_ordered, o.date_finished, o.hold_reason,
    o.open_alerts, o.grand_total_shop, o.grand_total_company, o.profit_dollars_company, s.name as shop, u.name as builder
    from orders o left join shops s on s.id = o.shop_id left join users u on u.id = o.builder_id`,
  invoices: 'select invoice_number, invoiced_date, status, shop_total, company_total from invoices',
  payments: `select p.payment_number, p.payment_date, p.memo, s.name from payments p join shops s on s.id = p.shop_id`,
  repairs: 'select type, invoice_number, invoiced_date, status, shop_total from repair_invoices',
  stock: `select s.name as shop, i.name as item, v.quantity_in_current, v.quantity_on_order, v.quantity_in_received
    from shop_item_values v join shops s on s.id = v.shop_id join items i on i.id = v.item_id`,
  purchases: 'select purchase_order_number, ordered_on, draft, grand_total from material_orders',
  metal: 'select purchase_order_number, ordered_on, received_on from metal_orders',
  messages: 'select serial_number, author_name, content, at from comments',
  announcements: 'select made_by, msg, created_at from announcements',
  imports: 'select kind, file_name, counts::text, undone_by from imports',
  runs: 'select due_at, status, row_count from schedule_runs',
} as const;

describe('two demos of the same day', () => {
  const names = [0, 1].map(() => `${inject('pgPrefix')}${randomUUID().replaceAll('-', '')}`);
  const databases: Knex[] = [];
  const admin = new pg.Client(`${inject('pgUrl')}/postgres`);
  beforeAll(async () => {
    await admin.connect();
    const readFixture = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(path.join(root, 'fixtures', name), 'utf8')) as unknown;
    const parts = {
      company: await readFixture('demo-company.json'),
      feed: await readFixture('feed-demo.json'),
      months: 2,
    };
    for (const name of names) {
      await admin.query(`create database ${name} template ${inject('pgTemplate')}`);
      const db = connect(`${inject('pgUrl')}/${name}`, { max: 8 });
      databases.push(db);
      const clock = { now: () => new Date('2026-11-18T15:00:00Z') };
      await makeDemo({ db, clock, logger: silent, via: 'cli', requestId: randomUUID() }, parts, () => undefined);
    }
  });
  afterAll(async () => {
    for (const db of databases) await db.destroy();
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });

  test.each(Object.entries(digestQueries))('have the same %s', async (_, sql) => {
    const [one, other] = await Promise.all(
      databases.map(async (db) =>
        ((await db.raw(sql)) as { rows: object[] }).rows.map((row) => JSON.stringify(row)).sort(),
      ),
    );
    expect(one?.length).toBeGreaterThan(0);
    expect(other).toEqual(one);
  });
});
