import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { updateInvoice } from '../../../domain/billing/invoices/life/change.js';
import { invoiceStatuses, type InvoiceStatus } from '../../../domain/kernel/order/invoice-status.js';
import { listInvoices } from '../../../domain/billing/invoices/service.js';
import { decideEach } from './decide.js';
import { findInvoiceId, registerInvoiceChanges } from './invoice-changes.js';
import { dollars, printNote } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';

interface ListOptions extends GlobalOptions, PageOptions {
  status: string;
}
interface DecideOptions extends GlobalOptions {
  dryRun?: boolean;
  reason?: string;
}

/** `shedworks invoices …`: list, create, change, adjust, approve and deny. */
export function registerInvoices(program: Command): void {
  const invoices = program.command('invoices').description('Manage the invoices of shops');
  withPages(invoices.command('list'), 200)
    .description('List invoices by status')
    .option('--status <status>', invoiceStatuses.join(', '), 'New')
    .action((options: ListOptions) =>
      withContext(options, async (ctx) => {
        const status = getStatus(options.status);
        const { shown, list } = await printList(ctx, options, (on, page) => listInvoices(on, { status, ...page }), {
          number: (i) => i.invoiceNumber,
          date: (i) => i.invoicedDate,
          shop: (i) => i.shop.name,
          order: (i) => i.order.serialNumber,
          amount: (i) => dollars(i.order.grandTotal.shop),
          id: (i) => i._id,
        });
        printNote(`${shown} of ${list.total} invoices.`);
        return undefined;
      }),
    );
  const deciding = (verb: 'approve' | 'deny', status: InvoiceStatus) =>
    invoices
      .command(`${verb} <invoices...>`)
      .description(`${verb.charAt(0).toUpperCase()}${verb.slice(1)} invoices, by number or ID`)
      .option('--dry-run', 'show what would happen, change nothing')
      .option('--reason <text>', verb === 'deny' ? 'reason, shown to the shop (required)' : 'message to the shop')
      .action((names: string[], options: DecideOptions) =>
        withContext(options, (ctx) => decide(ctx, names, status, options)),
      );
  deciding('approve', 'Approved');
  deciding('deny', 'Denied');
  registerInvoiceChanges(invoices);
}

function getStatus(text: string): InvoiceStatus {
  const status = invoiceStatuses.find((s) => s.toLowerCase() === text.toLowerCase());
  if (!status) throw new UsageError(`--status: "${text}" is not an invoice status (${invoiceStatuses.join(', ')})`);
  return status;
}

async function decide(
  ctx: Ctx,
  names: readonly string[],
  status: InvoiceStatus,
  options: DecideOptions,
): Promise<number | undefined> {
  if (status === 'Denied' && options.reason === undefined)
    throw new UsageError('--reason is required: the shop sees why its invoice was denied');
  return decideEach(ctx, options, names, {
    findId: (number) => findInvoiceId(ctx, number),
    decide: (inner, id) => updateInvoice(inner, { id, status, newMessage: options.reason }),
    status,
  });
}
