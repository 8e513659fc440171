import { chmod } from 'node:fs/promises';
import type { Knex } from 'knex';
import { systemActor, type Ctx } from '../../kernel/context.js';
import { releaseDeadWorkers } from '../jobs/alive.js';
import { queueWaitingMessages } from '../../messaging/outbox/deliver.js';
import { inTransaction } from '../../kernel/service.js';
import { invariants, TRIMMED_SERIAL } from './invariants.js';
import { findOpenSecrets } from './machine.js';
import { queryRows, countWritten } from '../../kernel/database/rows.js';

/** A repair. Returns how many things it fixed. */
interface Repair {
  readonly what: string;
  readonly run: (db: Knex) => Promise<number>;
}

/**
 * Makes the repairs that need no decision, in one transaction and with a history entry: recomputes what can be
 * recomputed, and restores what was disabled or left open. Never touches amounts of orders, invoices and payments.
 * Returns what was done.
 */
export async function mend(ctx: Ctx, home: string): Promise<string[]> {
  const result = await inTransaction(
    { ...ctx, actor: ctx.actor ?? systemActor('doctor') },
    async (tx) => {
      const mendedTexts: string[] = [];
      for (const { what, run } of repairs) {
        const n = await run(tx.db);
        if (n > 0) mendedTexts.push(`${what}: ${n}`);
      }
      if (mendedTexts.length > 0)
        await tx.audit({ action: 'mend', entity: 'installation', after: { mended: mendedTexts } });
      return mendedTexts;
    },
    false,
  );
  const secrets = await closeSecrets(home);
  const workers = await releaseDeadWorkers(ctx.db);
  await queueWaitingMessages(ctx.db, ctx.clock.now());
  return [...result, ...secrets, ...(workers > 0 ? [`jobs of dead workers returned to the queue: ${workers}`] : [])];
}

async function closeSecrets(home: string): Promise<string[]> {
  const files = (await findOpenSecrets(home)).flatMap(({ records }) => records);
  for (const file of files) await chmod(file, 0o600);
  return files.map((file) => `made unreadable for other accounts: ${file}`);
}

const recount = `
  select coalesce(shop_id, '00000000-0000-0000-0000-000000000000'), status, count(*), sum(grand_total_shop), sum(grand_total_company)
    from orders group by 1, 2`;

const repairs: readonly Repair[] = [
  {
    what: 'spaces removed from the ends of serial numbers',
    run: (db) =>
      countWritten(
        db.raw(
          `update orders set serial_number = ${TRIMMED_SERIAL}, revision = revision + 1
         where serial_number <> ${TRIMMED_SERIAL} and ${TRIMMED_SERIAL} <> ''`,
        ),
      ),
  },
  {
    what: 'order dates set to the invoice date',
    run: async (db) => {
      const rowCount = await countWritten(
        db.raw(
          `update orders o set invoiced_date = i.invoiced_date from invoices i
         where i.order_id = o.id and i.deleted_at is null and o.invoiced_date is distinct from i.invoiced_date`,
        ),
      );
      return rowCount;
    },
  },
  {
    what: 'tables with triggers turned back on',
    run: async (db) => {
      const tables = await queryRows<{ name: string }>(
        db.raw(
          `select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal and tgenabled = 'D'`,
        ),
      );
      for (const { name } of tables) await db.raw(`alter table ${name} enable trigger user`);
      return tables.length;
    },
  },
  {
    what: 'dashboard totals recounted',
    run: async (db) => {
      await db.raw('lock table orders in share row exclusive mode');
      const rowCount = await countWritten(
        db.raw(
          `(select shop_id, status, n, shop_total, company_total from order_totals where (n, shop_total, company_total) <> (0, 0, 0) except ${recount})
         union all (${recount} except select shop_id, status, n, shop_total, company_total from order_totals)`,
        ),
      );
      if (rowCount === 0) return 0;
      await db.raw(`delete from order_totals`);
      await db.raw(`insert into order_totals (shop_id, status, n, shop_total, company_total) ${recount}`);
      return rowCount;
    },
  },
  {
    what: 'totals of invoices recounted',
    run: async (db) => {
      await db.raw('lock table invoices in share row exclusive mode');
      const wrongTotals = `select 1 from (${invariants['the stored totals of invoices match a recount']}) wrong`;
      const rowCount = await countWritten(db.raw(wrongTotals));
      if (rowCount === 0) return 0;
      await db.raw('delete from invoice_totals');
      await db.raw(`insert into invoice_totals (shop_id, status, n, shop_total, company_total, order_total)
        select shop_id, status, count(*), sum(shop_total), sum(company_total), sum(order_total) from invoices where deleted_at is null group by 1, 2`);
      return rowCount;
    },
  },
  {
    what: 'invoice serial numbers set to those of their orders',
    run: (db) =>
      countWritten(
        db.raw(
          `update invoices i set serial_number = o.serial_number from orders o
            where o.id = i.order_id and i.serial_number is distinct from o.serial_number`,
        ),
      ),
  },
  {
    what: 'stock differences recorded as movements',
    run: async (db) => {
      await db.raw('lock table shop_item_values in share row exclusive mode');
      const rowCount = await countWritten(
        db.raw(
          `insert into stock_movements (shop_id, item_id, on_order, received, current, why, actor_name)
         select shop_id, item_id, o, r, c, 'difference found by the doctor', 'system' from (
           select shop_id, item_id, coalesce(v.quantity_on_order, 0) - coalesce(m.o, 0) as o,
             coalesce(v.quantity_in_received, 0) - coalesce(m.r, 0) as r, coalesce(v.quantity_in_current, 0) - coalesce(m.c, 0) as c
           from shop_item_values v full join (select shop_id, item_id, sum(on_order) o, sum(received) r, sum(current) c
             from stock_movements group by 1, 2) m using (shop_id, item_id)) d
         where (o, r, c) <> (0, 0, 0)`,
        ),
      );
      return rowCount;
    },
  },
  {
    what: 'material order lines recounted from their receipts',
    run: async (db) => {
      const rowCount = await countWritten(
        db.raw(
          `update material_order_lines l set received = x.received, pushed = x.pushed from (
           select l.id, coalesce(sum(r.quantity), 0) as received, coalesce(sum(r.quantity) filter (where r.pushed_at is not null), 0) as pushed
             from material_order_lines l left join material_receipts r on r.line_id = l.id group by 1) x
         where x.id = l.id and (l.received, l.pushed) <> (x.received, x.pushed) and x.received <= l.quantity`,
        ),
      );
      return rowCount;
    },
  },
  {
    what: 'lost jobs marked as failed',
    run: (db) =>
      db('job_runs as r')
        .whereIn('status', ['waiting', 'running'])
        .whereRaw(`created_at < now() - interval '1 hour'`)
        .whereRaw(`not exists (select from graphile_worker._private_jobs j where j.payload ->> 'run' = r.id::text)`)
        .update({ status: 'failed', finished_at: new Date(), error: 'The job was lost. Start it again.' }),
  },
];
