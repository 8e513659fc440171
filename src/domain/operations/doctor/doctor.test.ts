import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../kernel/database/database.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { newId } from '../../kernel/ids.js';
import { createMaterialOrder } from '../../purchasing/material-orders/life/create.js';
import { receiveMaterialOrder } from '../../purchasing/material-orders/receiving/receive.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { createRepair } from '../../billing/repair-invoices/life/create.js';
import { pairStandby } from '../../kernel/database/standby.js';
import { useWorld } from '../../testing/world.js';
import { createVendor } from '../../purchasing/vendors/service.js';
import { examine, type Depth } from './doctor.js';
import type { Finding } from './finding.js';
import { lowDisk, oldServer, settings } from './machine.js';
import { mend } from './mend.js';

const world = useWorld();
const config = { SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://office.example.com' };
const SMTP = 'email is not sent: SMTP_URL is not set';
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'shedworks-doctor-'));
  await world.createOrders(12);
  const bill = async () => {
    const order = await world.createFinishedOrder();
    return (await createInvoice(world.ctx('shop.admin'), { order })).invoice._id;
  };
  const [, openOrder, paidOrder] = [await bill(), await bill(), await bill()];
  for (const id of [openOrder, paidOrder]) await updateInvoice(world.ctx('office.user'), { id, status: 'Approved' });
  await createPayment(world.ctx('office.user'), { invoices: [paidOrder] });
  const item = (await world.db('items').first('id')) as { id: string };
  const lines = [{ item: item.id, quantity: 2, rate: 12.5 }];
  await createRepair(world.ctx('shop.admin'), { type: 'Repair', invoiceNumber: 'R-1', items: lines });
  const stock = { shop_id: world.actor('shop.admin').shopId, item_id: item.id, quantity_in_current: 4 };
  await world.db('shop_item_values').insert(stock).onConflict(['shop_id', 'item_id']).merge();
  await readBuy(item.id);
  await world.db.raw(`select graphile_worker.add_job('deliver', json_build_object('id', ?::text))`, [newId()]);
});
afterAll(() => rm(home, { recursive: true }));

/** A material order that is partly received. */
async function readBuy(item: string): Promise<void> {
  const clerk = world.ctx('shop.user');
  const { item: vendor } = await createVendor(clerk, { name: 'Mill' });
  const lines = [{ item, quantity: 4, newPrice: 2.5 }];
  const order = { purchaseOrderNumber: 'M-1', vendor: vendor._id, freight: 5, items: lines };
  const { item: materialOrder } = await createMaterialOrder(clerk, order);
  await receiveMaterialOrder(clerk, {
    id: materialOrder._id,
    items: materialOrder.items.map(({ _id }) => ({ _id, receive: 3 })),
  });
}

const look = (db: Knex, depth?: Depth, now = () => new Date()) =>
  examine({ db, clock: { now }, home, embedded: true, config }, depth);

/** The doctor's findings after a fault was introduced; the fault is rolled back. */
async function after(plant: string, depth?: Depth): Promise<Finding[]> {
  const tx = await world.db.transaction();
  try {
    await tx.raw(plant);
    return await look(tx, depth);
  } finally {
    await tx.rollback();
  }
}

const one = (table: string, where = 'true') => `id = (select id from ${table} where ${where} order by id limit 1)`;
const payment = one('payments');
const job = 'update graphile_worker._private_jobs set';
const lostRun = `insert into job_runs (id, name, actor_name, status, created_at) values (gen_random_uuid(), 'rematch', 'x', 'running', now() - interval '2 hours')`;
const message = (status: string, days: number) =>
  `insert into outbox_messages (id, kind, payload, status, error, created_at) values
     (gen_random_uuid(), 'email', '{"to": "shop@example.com", "subject": "s", "text": "t"}', '${status}', 'refused', now() - interval '${days} days')`;

/** The fault, the finding, and parts of the record and the hint. */
const faults: readonly (readonly [string, string, RegExp, RegExp])[] = [
  [
    `update orders set grand_total_shop = grand_total_shop + 1 where ${one('orders', `serial_number = 'T-7000001'`)}`,
    'the figures of an order do not add up',
    /^T-7000001 \([\w-]+\)$/,
    /Re-price selected/,
  ],
  [
    `delete from order_lines where order_id = (select order_id from order_lines where total_sale_price_shop > 0 limit 1)`,
    'the lines of an order do not add up to its totals',
    /^T-7/,
    /Re-price selected/,
  ],
  [
    `drop index invoices_one_an_order;
     insert into invoices (id, invoice_number, invoiced_date, bill_to, status, status_since, shop_id, order_id, shop_total, company_total, order_total)
       select gen_random_uuid(), 'again', invoiced_date, bill_to, 'New', now(), shop_id, order_id, shop_total, company_total, order_total from invoices where status = 'Paid'`,
    'an order has more than one live invoice',
    /^T-7/,
    /Delete all but one/,
  ],
  [
    `drop index invoices_number; update invoices set invoice_number = 'same'`,
    'a shop uses an invoice number twice',
    /^same/,
    /another number/,
  ],
  [
    `alter table invoices drop constraint invoices_paid_in_a_payment; update invoices set status = 'Paid' where status = 'Approved'`,
    'an invoice is Paid but not in a payment, or in a payment but not Paid',
    /^\S+ \([\w-]+\)$/,
    /Approved/,
  ],
  [
    `update sheds set retail_price = -1 where ${one('sheds')}`,
    'a shed of a model has a negative retail price',
    /^\w.* \(/,
    /Catalogue, Sheds/,
  ],
  [
    `update add_ons set retail_price = -0.5 where ${one('add_ons')}`,
    'an add-on has a negative retail price',
    /^\w.* \(/,
    /Add-Ons/,
  ],
  [`update items set freight = -1 where ${one('items')}`, 'an item has a negative cost', /^\w.* \(/, /freight/],
  [
    `update orders set serial_number = serial_number || ' ' where ${one('orders', "status = 'New'")}`,
    'a serial number begins or ends with a space, so that it is not found',
    /^\S+ {2}\(/,
    /--mend/,
  ],
  [
    `update repair_invoices set shop_total = shop_total + 1`,
    'the total of a repair or driver invoice is not the sum of its items',
    /^R-1/,
    /save it/,
  ],
  [
    `update invoices set deleted_at = now() where status = 'New'`,
    'an order is Invoiced but has no invoice, or has one but is not Invoiced',
    /^T-7/,
    /Finished/,
  ],
  [
    `update invoices set shop_total = shop_total + 1 where status = 'New'`,
    'the amounts of an open invoice differ from its order',
    /^\S+ \([\w-]+\)$/,
    /Its invoice updates too/,
  ],
  [
    `update orders set invoiced_date = invoiced_date - 1 where status = 'Invoiced'`,
    'the invoiced date of an order differs from its invoice',
    /^\S+ \([\w-]+\)$/,
    /--mend/,
  ],
  [
    `update payments set deleted_at = now()`,
    'an invoice is in a payment that was deleted or belongs to another shop',
    /^\S+ \([\w-]+\)$/,
    /pay it again/,
  ],
  [
    `update payments set company_total = company_total + 1 where ${payment}`,
    'the total of a payment is not the sum of its invoices',
    /^\S+ to \w.* \(/,
    /payments recalculate/,
  ],
  [
    `insert into payments (id, payment_number, shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by)
       select gen_random_uuid(), 'twice', shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by from payments`,
    'the total of a payment is not the sum of its invoices',
    /^twice to \w.* \(/,
    /payments recalculate/,
  ],
  [`update order_totals set n = n + 1`, 'the dashboard totals differ from the orders', /\w/, /--mend/],
  [`update invoice_totals set n = n + 1`, 'the totals of invoices differ from the invoices', /\w/, /--mend/],
  [
    `update invoices set serial_number = 'X-1' where ${one('invoices', 'deleted_at is null')}`,
    'the serial number of an invoice differs from its order',
    /^\S+ \(/,
    /--mend/,
  ],
  [
    `alter table shop_item_values disable trigger user; update shop_item_values set quantity_in_current = 9 where quantity_in_current = 4`,
    'the stock of an item differs from the sum of its movements',
    /\(/,
    /--mend/,
  ],
  [
    `update material_orders set grand_total = grand_total + 1`,
    'the total of a material order is not the sum of its lines and freight',
    /^M-1 \(/,
    /save it/,
  ],
  [
    `update material_orders set grand_total = 900; update material_order_lines set total = 900`,
    'the total of a material order is not the sum of its lines and freight',
    /^M-1 \(/,
    /save it/,
  ],
  [
    `update material_order_lines set received = 2`,
    'the received quantities of a material order differ from its receipts',
    /^M-1 \(/,
    /--mend/,
  ],
  [
    `alter table orders disable trigger order_totals_update`,
    'triggers are turned off: totals, stock and history are not updated',
    /^orders: order_totals_update$/,
    /--mend/,
  ],
  [
    `delete from audit_entries where action = 'import'`,
    'an upload of orders has no history entry, or more than one',
    /\(/,
    /imports show/,
  ],
  [
    `set local session_replication_role = replica; delete from items where ${one('items', 'id in (select item_id from repair_invoice_items)')}`,
    'repair_invoice_items refer to items that do not exist',
    /^item_id [\w-]+$/,
    /Restore a backup/,
  ],
  [
    `alter table shops add constraint unsure check (name <> 'x') not valid`,
    'constraints are not validated',
    /^shops: unsure$/,
    /validate constraint/,
  ],
  [
    `insert into shop_base_styles (shop_id, base_style_id, truss_value, truss_type)
       select s.id, b.id, b.truss_value + 0.15, 'percent' from shops s, base_styles b where b.truss_type = 'piece' and b.truss_value > 0
       order by s.id, b.id limit 1 on conflict (shop_id, base_style_id) do update set truss_value = excluded.truss_value, truss_type = 'percent'`,
    "a shop's base style rate is a small percent where the standard is dollars per piece",
    /, Truss [\d.]+% \(standard \$[\d.]+ each\)$/,
    /choose "piece"/,
  ],
  [
    `update shed_labor set build_base = 1200.125 where ${one('shed_labor')}`,
    'a base of shed labor has more than 2 decimals, so that orders of its size are refused',
    /^[^,]+ \d+x\d+, [^,]+, Build base 1200\.125$/,
    /Shed Labor/,
  ],
  [
    `insert into shop_shed_labor (shop_id, shed_labor_id, roof_base)
       select s.id, l.id, 800.0001 from shops s, shed_labor l order by s.id, l.id limit 1
       on conflict (shop_id, shed_labor_id) do update set roof_base = excluded.roof_base`,
    'a base of shed labor has more than 2 decimals, so that orders of its size are refused',
    /^[^,]+, [^,]+ \d+x\d+, [^,]+, Roof base 800\.0001$/,
    /Shed Labor/,
  ],
  [
    `update pg_index set indisvalid = false where indexrelid = 'orders_serial'::regclass`,
    'indexes are not valid',
    /^orders_serial$/,
    /reindex/,
  ],
  [
    `${job} locked_at = now() - interval '2 hours', locked_by = 'dead', last_error = 'boom'`,
    'a worker has held a job for more than an hour',
    /^(deliver|mail-notices) \d+: boom$/,
    /shedworks worker/,
  ],
  [
    `${job} attempts = max_attempts`,
    'a job failed its last attempt',
    /^(deliver|mail-notices) /,
    /start the job again/,
  ],
  [
    `${job} run_at = now() - interval '1 hour'`,
    'jobs are waiting, but no worker runs them',
    /^(deliver|mail-notices) /,
    /No worker is running/,
  ],
  [lostRun, 'a job is shown as running, but is no longer in a queue', /^rematch/, /--mend/],
  [message('failed', 0), 'a message could not be sent', /^email to shop@example.com .*: refused$/, /Send again/],
  [message('waiting', 2), 'a message has been waiting for more than a day', /^email/, /SMTP_URL/],
  [
    `delete from knex_migrations where name like '%stock_movements%' or name > '20261121149000'`,
    'migrations are pending',
    /^2026\d+_\w+\.js$/,
    /shedworks migrate/,
  ],
  [
    `insert into knex_migrations (name, batch) values ('99990101000000_later.js', 9)`,
    'the database was made by a newer version',
    /later/,
    /Install the version/,
  ],
];

describe('the doctor', () => {
  test('finds nothing in correct data, even when every order is priced again', async () => {
    expect(await look(world.db, { withinMs: 60_000 })).toEqual([]);
  });

  test.each(faults.map(([plant, ...fault]) => [fault[0], plant, fault] as const))(
    'finds that %s',
    async (_, plant, [what, record, hint]) => {
      const finding = (await after(plant)).find((one) => one.what === what);
      expect(finding?.severity).toMatch(/error|warning/);
      expect(finding?.records.length).toBeGreaterThan(0);
      expect(finding?.records.every((name) => record.test(name))).toBe(true);
      expect(finding?.hint).toMatch(hint);
    },
  );

  test('prices orders again from their snapshots, within its time limit', async () => {
    const plant = `update orders set haul = haul + 1 where ${one('orders', `serial_number = 'T-7000003'`)}`;
    expect(await after(plant)).toEqual([]);
    const [finding] = await after(plant, { withinMs: 60_000 });
    expect(finding?.what).toBe('the figures of an order differ from what its snapshot gives');
    expect(finding?.records).toEqual([expect.stringMatching(/^T-7000003 \([\w-]+\): haul$/)]);
    const breakSnapshot = `update price_snapshots set content = '{}' where hash = (select snapshot from orders order by id limit 1)`;
    expect((await after(breakSnapshot, { withinMs: 60_000 }))[0]?.records.join()).toMatch(/T-7\d+ .*/);
  });

  test('reports differing clocks and missing configuration', async () => {
    const late = () => new Date(Date.now() - 60_000);
    expect(await look(world.db, undefined, late)).toMatchObject([
      { severity: 'warning', what: 'the clocks of this machine and the database differ by 60 seconds' },
    ]);
    const bareFindings = await examine({
      db: world.db,
      clock: { now: () => new Date() },
      home,
      embedded: true,
      config: {},
    });
    expect(bareFindings).toMatchObject([{ severity: 'note', what: SMTP, hint: expect.stringContaining('Outbox') }]);
    expect(settings({ SMTP_URL: config.SMTP_URL })).toMatchObject([{ hint: expect.stringContaining('PUBLIC_URL') }]);
    expect(settings(config)).toEqual([]);
  });

  test.each([
    [10, 100, undefined],
    [0.9, 10, 'warning'],
    [10, 1000, 'warning'],
    [0.1, 10, 'error'],
  ])('of %d GB free of %d', (freeGb, size, severity) => {
    expect(lowDisk('/data', freeGb * 1024 ** 3, size * 1024 ** 3)[0]?.severity).toBe(severity);
  });

  test.each([
    [130_022, 1],
    [140_000, 0],
  ])('of PostgreSQL %d', (version, findings) => {
    expect(oldServer(version, 'x')).toHaveLength(findings);
  });
});

test('repairing corrects computed values and is recorded in the history', async () => {
  await writeFile(path.join(home, 'session-secret'), 'x', { mode: 0o644 });
  expect(await look(world.db)).toMatchObject([
    { severity: 'error', records: [path.join(home, 'session-secret')], hint: expect.stringContaining('chmod 600') },
  ]);
  const tx = await world.db.transaction();
  try {
    await tx.raw(`alter table shop_item_values disable trigger user;
      update shop_item_values set quantity_in_current = 9 where quantity_in_current = 4;
      update order_totals set n = n + 1; update invoice_totals set n = n + 1; update invoices set serial_number = 'X-1';
      update material_order_lines set received = 2; ${lostRun};
      update orders set serial_number = serial_number || ' ' where ${one('orders', "status = 'New'")}`);
    const ctx = world.ctx('system', { db: tx });
    expect(await mend(ctx, home)).toHaveLength(9);
    expect((await stat(path.join(home, 'session-secret'))).mode & 0o777).toBe(0o600);
    expect(await look(tx)).toEqual([]);
    expect(await tx('audit_entries').where({ action: 'mend' })).toHaveLength(1);
    expect(await mend(ctx, home)).toEqual([]);
    expect(await tx('audit_entries').where({ action: 'mend' })).toHaveLength(1);
  } finally {
    await tx.rollback();
  }
});

test('a standby that cannot be used is a warning', async () => {
  const standby = connect(world.url, { max: 1 });
  pairStandby(world.db, standby);
  const findings = await look(world.db);
  await standby.destroy();
  expect(findings).toContainEqual(
    expect.objectContaining({ severity: 'warning', records: ['DATABASE_READ_URL is not a standby of DATABASE_URL'] }),
  );
});
