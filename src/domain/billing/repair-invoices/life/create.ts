import { refuseOutsideWindow } from '../../invoices/life/window.js';
import { createDocument } from '../../../kernel/records/document.js';
import { service } from '../../../kernel/service.js';
import { findRequestedShop } from '../../../kernel/rights/requested-shop.js';
import { todayIn } from '../../../kernel/time.js';
import { getCompany, findRepairShop } from './draft.js';
import { repairKind } from '../kind.js';
import { readRepairLines } from './lines.js';
import { addRepairMessages, replaceLines } from '../model.js';
import { computeTotals } from '../rules.js';
import { CreateRepair, RepairAnswer } from '../schema.js';

export const createRepair = service({
  summary: 'Create a New repair or driver invoice for a shop',
  permission: 'repairs.write',
  effect: 'write',
  input: CreateRepair,
  output: RepairAnswer,
  run: async (ctx, input) => {
    const company = await getCompany(ctx);
    const shop = await findRepairShop(ctx, await findRequestedShop(ctx, input.shop ?? undefined));
    const invoicedDate = input.invoicedDate ?? todayIn(company.timeZone, ctx.clock.now());
    refuseOutsideWindow(ctx, company.timeZone, invoicedDate);
    const lines = await readRepairLines(ctx.db, { shop, type: input.type }, input.items, []);
    const { invoiceTotal: shopTotal, standardInvoiceTotal: standardTotal } = computeTotals(lines);
    const row = {
      type: input.type === 'Driver' ? ('driver' as const) : ('repair' as const),
      status: 'New' as const,
      invoiceNumber: input.invoiceNumber,
      billTo: input.billTo ?? company.name,
      shopId: shop._id,
      ...{ invoicedDate, shopTotal, standardTotal },
    };
    const store = async (id: string) => {
      await replaceLines(ctx, id, lines);
      await addRepairMessages(ctx, id, [`Invoice created by ${ctx.actor.name}`]);
    };
    return { msg: 'Invoice is created', repairInvoice: await createDocument(ctx, repairKind, row, { store }) };
  },
});
