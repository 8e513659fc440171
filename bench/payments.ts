import type { Knex } from 'knex';
import { moneyColumns } from '../src/domain/orders/pricing/figures.js';
import { readId } from './lib/catalogue.js';
import { requireOk, withServer } from './lib/client.js';
import { runOnCopy } from './lib/ground.js';
import { median, report, measureTime } from './lib/measure.js';

const INVOICES = 200;
const TIMES = 9;
/** Rounds before these that do not count. */
const WARMING = 6;

/**
 * Creates, recalculates and deletes a payment of 200 invoices over HTTP. The first two run against their SQL in one
 * transaction.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('orders', ({ db, url }) =>
    withServer({ url }, async (signIn) => {
      const office = await signIn('office.admin');
      const shop = await readId(db, 'shop', 1);
      const ids = await approveSome(db, shop);
      const times = { bareCreate: [], create: [], bareSums: [], sums: [] } as Record<string, number[]>;
      const add = (what: string, ms: number) => times[what]?.push(ms);
      for (let n = 0; n < WARMING + TIMES; n += 1) {
        if (n === WARMING) for (const list of Object.values(times)) list.length = 0;
        const bareId = await readId(db, 'bare payment', n);
        add('bareCreate', (await measureTime(() => db.transaction((trx) => insertBare(trx, bareId, shop, ids)))).ms);
        await db.raw(`update invoices set status = 'Approved', payment_id = null where id = any(?)`, [ids]);
        await db('payments').where({ id: bareId }).delete();
        const measurement = await measureTime(async () =>
          requireOk(await office.post('/api/payment', { invoices: ids })),
        );
        add('create', measurement.ms);
        const { _id } = (JSON.parse(measurement.value) as { payment: { _id: string } }).payment;
        const change = () =>
          db.raw(`update orders set haul = haul + 1 where id in (select order_id from invoices where payment_id = ?)`, [
            _id,
          ]);
        await change();
        add('bareSums', (await measureTime(() => db.transaction((trx) => sumBare(trx, _id)))).ms);
        await change();
        const path = `/api/payment/recalculate/${_id}`;
        add('sums', (await measureTime(async () => requireOk(await office.put(path, {})))).ms);
        requireOk(await office.delete(`/api/payment/delete/${_id}`));
      }
      const of = (what: string) => median(times[what] ?? []);
      const isCreateFast = report(`payment of ${INVOICES} invoices over HTTP`, of('bareCreate'), of('create'), 5);
      return report(`the same recalculated over HTTP`, of('bareSums'), of('sums'), 5) && isCreateFast;
    }),
  );
}

/** The invoices of the payment: unpaid ones of the shop with all approvals. */
async function approveSome(db: Knex, shop: string): Promise<string[]> {
  const unpaid = db('invoices').where({ shop_id: shop }).whereNull('payment_id').orderBy('id').limit(INVOICES);
  const ids = (await unpaid.pluck('id')) as string[];
  if (ids.length < INVOICES) throw new Error(`the shop has ${ids.length} unpaid invoices`);
  await db('invoices').whereIn('id', ids).update({ status: 'Approved' });
  await db.raw('vacuum analyze invoices');
  return ids;
}

const sums = moneyColumns.map(({ column }) => `sum(o.${column}) as ${column}`).join(', ');
const figures = `select to_jsonb(f) from (select ${sums} from invoices i join orders o on o.id = i.order_id where i.id = any(:ids)) f`;

async function insertBare(trx: Knex, id: string, shop: string, ids: string[]): Promise<void> {
  await trx.raw('select id from invoices where id = any(?) order by id for update', [ids]);
  await trx.raw(
    `insert into payments (id, payment_number, shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by)
     select :id::uuid, 'bare', :shop::uuid, now(), count(*), sum(shop_total), sum(company_total), sum(order_total), (${figures}), 'bench'
       from invoices where id = any(:ids)`,
    { id, shop, ids },
  );
  await trx.raw(
    `update invoices set status = 'Paid', payment_id = ?, status_since = now(), revision = revision + 1 where id = any(?)`,
    [id, ids],
  );
  await trx.raw(
    `insert into invoice_messages (id, invoice_id, made_by, at, msg) select gen_random_uuid(), i, 'bench', now(), 'Paid' from unnest(?::uuid[]) i`,
    [ids],
  );
}

async function sumBare(trx: Knex, id: string): Promise<void> {
  await trx.raw('select id from payments where id = ? for update', [id]);
  const { rows } = (await trx.raw('select id from invoices where payment_id = ? order by id for update', [id])) as {
    rows: { id: string }[];
  };
  const ids = rows.map((row) => row.id);
  await trx.raw(
    `update invoices i set shop_total = o.grand_total_shop, company_total = o.grand_total_company, order_total = o.grand_total_order
      from orders o where o.id = i.order_id and i.id = any(?)
       and (i.shop_total, i.company_total, i.order_total) is distinct from (o.grand_total_shop, o.grand_total_company, o.grand_total_order)`,
    [ids],
  );
  await trx.raw(`update payments set figures = (${figures}) where id = :id`, { id, ids });
}
