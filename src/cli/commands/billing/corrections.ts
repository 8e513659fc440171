import type { Command } from 'commander';
import { formatDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { createCorrection, deleteCorrection, listCorrections } from '../../../domain/billing/corrections/service.js';
import { shopNamed } from '../../named.js';
import { dayOf } from '../../moments.js';
import { readDollars } from '../../numbers.js';
import { type Columns, dollars, print, printNote, sentence, toRows } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { findOrderId } from '../orders/order-name.js';

interface CreateOptions extends GlobalOptions {
  readonly amount: string;
  readonly reason: string;
}
interface ListOptions extends GlobalOptions, PageOptions {
  readonly shop?: string;
  readonly waiting?: boolean;
}

/** `shedworks corrections …`: corrects what shops were paid, with their next payment. */
export function registerCorrections(program: Command): void {
  const corrections = program.command('corrections').description('Manage corrections to past payments');
  corrections
    .command('create <order>')
    .description("Add a paid order's correction to its shop's next payment, by serial number or ID")
    .requiredOption('--amount <dollars>', 'positive if the shop was paid too little, negative if too much')
    .requiredOption('--reason <text>', 'reason for the correction')
    .action((order: string, options: CreateOptions) => withContext(options, (ctx) => create(ctx, order, options)));
  withPages(corrections.command('list'), 200)
    .description('List corrections, newest first')
    .option('--shop <shop>', 'only corrections of this shop, by name or ID')
    .option('--waiting', 'only corrections waiting for a payment')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  corrections
    .command('delete <correction>')
    .description('Delete a correction that is waiting for a payment, by ID')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const result = await deleteCorrection(ctx, { id });
        print(options, result, []);
        printNote(sentence(result.msg));
        return undefined;
      }),
    );
}

async function create(ctx: Ctx, name: string, { reason, ...options }: CreateOptions): Promise<undefined> {
  const amount = readDollars('--amount', options.amount);
  const order = await findOrderId(ctx, name);
  const { msg, correction } = await createCorrection(ctx, { order, amount, reason });
  print(options, correction, toRows(columns, [correction]));
  printNote(`${msg}: ${formatDollars(correction.amount)} for order ${correction.order.serialNumber}.`);
  return undefined;
}

async function list(ctx: Ctx, options: ListOptions): Promise<undefined> {
  const filter = {
    ...(options.shop === undefined ? {} : { shop: await shopNamed(ctx, options.shop) }),
    ...(options.waiting ? { state: 'waiting' as const } : {}),
  };
  const { shown, list: corrections } = await printList(
    ctx,
    options,
    (on, page) => listCorrections(on, { ...filter, ...page }),
    columns,
  );
  printNote(`${shown} of ${corrections.total} corrections, ${formatDollars(corrections.totals.amount)} in total.`);
  return undefined;
}

type CorrectionRow = Awaited<ReturnType<typeof listCorrections>>['items'][number];

const columns: Columns<CorrectionRow> = {
  date: (c) => dayOf(c.createdAt),
  shop: (c) => c.shop.name,
  order: (c) => c.order.serialNumber,
  invoice: (c) => c.invoice.invoiceNumber,
  amount: (c) => dollars(c.amount),
  reason: (c) => c.reason,
  payment: (c) => c.payment?.paymentNumber ?? 'waits',
  id: (c) => c._id,
};
