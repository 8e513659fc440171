import type { WriteCtx } from '../../kernel/context.js';
import { constraintOf, DomainError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { refuseOutsideWindow } from '../invoices/window.js';
import { service } from '../../kernel/service.js';
import { shopAsked } from '../../kernel/rights/asked-shop.js';
import { todayIn } from '../../kernel/time.js';
import { companyOf, shopOf } from './draft.js';
import { linesOf } from './lines.js';
import { addMessages, RepairInvoiceModel, replaceLines } from './model.js';
import { findRepair } from './queries.js';
import { totalsOf } from './rules.js';
import { CreateRepair, RepairAnswer } from './schema.js';
import { traceOf } from './trace.js';

export const createRepair = service({
  summary: 'Bill a repair or driver block compensation: a New invoice of a shop',
  permission: 'repairs.write',
  effect: 'write',
  input: CreateRepair,
  output: RepairAnswer,
  run: async (ctx, input) => {
    const company = await companyOf(ctx);
    const shop = await shopOf(ctx, await shopAsked(ctx, input.shop ?? undefined));
    const invoicedDate = input.invoicedDate ?? todayIn(company.timeZone, ctx.clock.now());
    refuseOutsideWindow(ctx, company.timeZone, invoicedDate);
    const lines = await linesOf(ctx.db, { shop, type: input.type }, input.items, []);
    const { invoiceTotal: shopTotal, standardInvoiceTotal: standardTotal } = totalsOf(lines);
    const id = await insertRepair(ctx, {
      type: input.type === 'Driver' ? 'driver' : 'repair',
      invoiceNumber: input.invoiceNumber,
      billTo: input.billTo ?? company.name,
      shopId: shop._id,
      ...{ invoicedDate, shopTotal, standardTotal },
    });
    await replaceLines(ctx, id, lines);
    await addMessages(ctx, id, [`Invoice created by ${ctx.actor.name}`]);
    const repairInvoice = await findRepair(ctx.db, ctx.actor, id);
    const after = traceOf(repairInvoice);
    await ctx.audit({ action: 'create', entity: 'repair-invoice', id, shopId: shop._id, after });
    await ctx.publish({ topic: 'repairs', shopIds: [shop._id], ids: [id] });
    return { msg: 'Invoice is created', repairInvoice };
  },
});

type Fields = Pick<
  RepairInvoiceModel,
  'type' | 'invoiceNumber' | 'invoicedDate' | 'billTo' | 'shopId' | 'shopTotal' | 'standardTotal'
>;

async function insertRepair(ctx: WriteCtx, fields: Fields): Promise<string> {
  const id = newId();
  const now = ctx.clock.now().toISOString();
  const times = { statusSince: now, createdAt: now, updatedAt: now };
  const people = { createdBy: ctx.actor.id, updatedBy: ctx.actor.name };
  await refusingTakenNumber(fields.invoiceNumber, () =>
    RepairInvoiceModel.query(ctx.db).insert({ ...fields, id, status: 'New', ...times, ...people }),
  );
  return id;
}

/** Writes, and says so where another live invoice of the shop and type has the number. */
export async function refusingTakenNumber<T>(invoiceNumber: string, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) !== 'repair_invoices_number') throw error;
    throw new DomainError('invoice-number-taken', { invoiceNumber });
  }
}
