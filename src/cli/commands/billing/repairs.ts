import type { Command } from 'commander';
import { formatDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { DomainError } from '../../../domain/kernel/errors.js';
import { updateRepair } from '../../../domain/billing/repair-invoices/life/change.js';
import { nextStep, paidMethods } from '../../../domain/billing/repair-invoices/rules.js';
import { repairStatuses, repairTypes } from '../../../domain/billing/repair-invoices/status.js';
import { listRepairs, listRepairsByNumber, getRepair } from '../../../domain/billing/repair-invoices/service.js';
import { getId } from '../../named.js';
import { dollars, print, printNote } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';
import { decideEach } from './decide.js';

interface ListOptions extends GlobalOptions, PageOptions {
  status: string;
  type: string;
}
type DecideOptions = GlobalOptions & { dryRun?: boolean };
type PaidOptions = DecideOptions & { method: string; date?: string; reference?: string };

/** `shedworks repairs …`: list, show, approve and mark as paid the shops' repair and driver invoices. */
export function registerRepairs(program: Command): void {
  const repairs = program.command('repairs').description('Manage repair and driver invoices');
  withPages(repairs.command('list'), 200)
    .description('List repair or driver invoices by status')
    .option('--status <status>', repairStatuses.join(', '), 'New')
    .option('--type <type>', repairTypes.join(' or '), 'Repair')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  repairs
    .command('show <invoice>')
    .description('Show an invoice with its lines, by number or ID')
    .action((name: string, options: GlobalOptions) => withContext(options, (ctx) => show(ctx, name, options)));
  repairs
    .command('approve <invoices...>')
    .description('Approve New invoices, by number or ID')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((names: string[], options: DecideOptions) =>
      withContext(options, (ctx) => moveEach(ctx, names, options, { status: 'Approved' })),
    );
  repairs
    .command('paid <invoices...>')
    .description('Mark Approved invoices Paid without creating a payment, by number or ID')
    .option('--method <method>', `payment method: ${paidMethods.join(', ')}`, 'Other')
    .option('--date <day>', 'date paid, YYYY-MM-DD; defaults to today')
    .option('--reference <text>', 'check or transfer number')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((names: string[], options: PaidOptions) =>
      withContext(options, (ctx) => {
        const { date, reference } = options;
        const payment = { method: parseWord('method', paidMethods, options.method), date, reference };
        return moveEach(ctx, names, options, { status: 'Paid', paid: payment });
      }),
    );
}

type Step = Pick<Parameters<typeof updateRepair>[1], 'paid'> & { readonly status: 'Approved' | 'Paid' };

const moveEach = (ctx: Ctx, names: readonly string[], options: DecideOptions, step: Step) =>
  decideEach(ctx, options, names, {
    findId: (number) => repairId(ctx, number),
    decide: (inner, id) => move(inner, id, step),
    status: step.status,
  });

/** Moves an invoice to its next status. A Paid invoice cannot be reopened here. */
async function move(ctx: Ctx, id: string, step: Step): Promise<void> {
  const { status: from } = await getRepair(ctx, { id });
  if (nextStep[from] !== step.status) throw new DomainError('invoice-status', { from, to: step.status });
  await updateRepair(ctx, { id, originalStatus: from, ...step });
}

/** The matching word in its defined spelling, ignoring case. */
function parseWord<W extends string>(option: string, words: readonly W[], text: string): W {
  const word = words.find((one) => one.toLowerCase() === text.toLowerCase());
  if (!word) throw new UsageError(`--${option}: "${text}" must be one of: ${words.join(', ')}`);
  return word;
}

async function list(ctx: Ctx, options: ListOptions): Promise<undefined> {
  const status = parseWord('status', repairStatuses, options.status);
  const type = parseWord('type', repairTypes, options.type);
  const { shown, list: invoices } = await printList(
    ctx,
    options,
    (on, page) => listRepairs(on, { status, type, ...page }),
    {
      number: (i) => i.invoiceNumber,
      date: (i) => i.invoicedDate,
      shop: (i) => i.shop.name,
      amount: (i) => dollars(i.invoiceTotal),
      id: (i) => i._id,
    },
  );
  printNote(`${shown} of ${invoices.total} invoices.`);
  return undefined;
}

async function show(ctx: Ctx, name: string, options: GlobalOptions): Promise<undefined> {
  const invoice = await getRepair(ctx, { id: await repairId(ctx, name) });
  print(
    options,
    invoice,
    invoice.items.map(({ item, quantity, rate, amount }) => ({
      item: item.name,
      quantity,
      rate: dollars(rate),
      amount: dollars(amount),
    })),
  );
  const { type, invoiceNumber, shop, status, invoiceTotal } = invoice;
  printNote(`${type} invoice ${invoiceNumber} of ${shop.name}: ${status}, ${formatDollars(invoiceTotal)}.`);
  return undefined;
}

const repairId = (ctx: Ctx, name: string): Promise<string> =>
  getId(name, { what: 'invoice', find: (number) => listRepairsByNumber(ctx, { number }) });
