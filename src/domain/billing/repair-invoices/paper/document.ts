import { FileAnswer } from '../../../files/file.js';
import { pickParty } from '../../../files/pdf/layout.js';
import { repairInvoicePdf } from './template.js';
import { service } from '../../../kernel/service.js';
import { getCompany } from '../life/draft.js';
import { findRepair } from '../queries.js';
import { RepairId } from '../schema.js';

export const downloadRepair = service({
  summary: 'Download a repair or driver invoice as a PDF',
  permission: 'repairs.read',
  effect: 'read',
  input: RepairId,
  output: { office: FileAnswer, shop: FileAnswer },
  run: async (ctx, { id }) => {
    const company = await getCompany(ctx);
    const invoice = await findRepair(ctx.db, ctx.actor, id);
    const { type, invoiceNumber, invoicedDate, status, billTo, shop, updatedAt, invoiceTotal } = invoice;
    return repairInvoicePdf({
      paper: company.paperSize,
      company: pickParty(company),
      ...{ shop, type, invoiceNumber, invoicedDate, status, billTo },
      changedAt: updatedAt,
      items: invoice.items.map(({ item, reason, quantity, rate, amount }) => ({
        ...{ name: item.name, reason, quantity, rate, amount },
      })),
      total: invoiceTotal,
    });
  },
});
