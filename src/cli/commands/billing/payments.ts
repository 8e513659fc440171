import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { formatDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { downloadPayment } from '../../../domain/billing/payments/paper/document.js';
import { listPaymentChoices, getPayment, listPayments } from '../../../domain/billing/payments/read.js';
import { getId } from '../../named.js';
import { dayOf } from '../../moments.js';
import { getOutFormat } from '../../out-format.js';
import { print, printNote, type TableRow } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { writeWhole } from '../../whole-file.js';
import { paymentColumns, registerCreate } from './payments-create.js';
import { registerRecalculate } from './payments-recalculate.js';

/** `shedworks payments …`: create, look up, recalculate, download. */
export function registerPayments(program: Command): void {
  const payments = program.command('payments').description('Manage payments to shops');
  registerCreate(payments);
  withPages(payments.command('list'), 200)
    .description('List payments, newest first')
    .action((options: GlobalOptions & PageOptions) =>
      withContext(options, async (ctx) => {
        const { shown, list } = await printList(
          ctx,
          options,
          (on, page) => listPayments(on, { ...page }),
          paymentColumns,
        );
        printNote(`${shown} of ${list.total} payments.`);
        return undefined;
      }),
    );
  payments
    .command('show <payment>')
    .description('Show a payment with its invoices, by number or ID')
    .option('--shop <shop>', 'required if several shops have this number')
    .action((name: string, options: GlobalOptions & { shop?: string }) =>
      withContext(options, async (ctx) => {
        const payment = await getPayment(ctx, { id: await paymentId(ctx, name, options.shop) });
        print(options, payment, toLines(payment));
        printNote(
          `Payment ${payment.paymentNumber} to ${payment.shop.name}: ${formatDollars(payment.shopsPaymentTotal)}.`,
        );
        return undefined;
      }),
    );
  registerRecalculate(payments, paymentId);
  payments
    .command('pdf <payment>')
    .description('Save a payment and its invoices as a PDF')
    .option('--out <file>', '.pdf file to write; defaults to {number}_payment.pdf in this folder')
    .option('--shop <shop>', 'required if several shops have this number')
    .action((name: string, options: GlobalOptions & { out?: string; shop?: string }) =>
      withContext(options, async (ctx) => {
        if (options.out !== undefined) getOutFormat(options.out, ['pdf']);
        const file = await downloadPayment(ctx, { id: await paymentId(ctx, name, options.shop) });
        const out = await writeWhole(Readable.from([file.bytes]), options.out ?? file.name);
        print(options, { file: out, bytes: file.bytes.length }, [{ file: out, bytes: file.bytes.length }]);
        return undefined;
      }),
    );
}

type Payment = Awaited<ReturnType<typeof getPayment>>;

/** Everything a payment covers, one row each. */
const toLines = ({ invoices, repairInvoices, corrections }: Payment): TableRow[] => [
  ...invoices.map(({ invoiceNumber, invoicedDate, order }) =>
    payableLine({ invoice: invoiceNumber, date: invoicedDate, order: order.serialNumber, type: order.type }),
  ),
  ...repairInvoices.map(({ invoiceNumber, invoicedDate, type }) =>
    payableLine({ invoice: invoiceNumber, date: invoicedDate, order: '', type }),
  ),
  ...corrections.map(({ invoice, createdAt, order }) =>
    payableLine({
      ...{ invoice: invoice.invoiceNumber, date: dayOf(createdAt), order: order.serialNumber },
      type: 'Correction',
    }),
  ),
];

const payableLine = (line: Record<'invoice' | 'date' | 'order' | 'type', string>): TableRow => line;

const paymentId = (ctx: Ctx, name: string, shop: string | undefined): Promise<string> =>
  getId(name, {
    what: 'payment',
    of: shop,
    find: async (number) => {
      const { items } = await listPaymentChoices(ctx, { number, shop });
      return { items: items.map(({ _id, shop: { name: distinction } }) => ({ _id, distinction })) };
    },
    instead: 'an ID or --shop',
  });
