import { Option, type Command } from 'commander';
import { updateTicket } from '../../../domain/messaging/tickets/answer.js';
import { type Ticket, ticketPriorities, ticketStatuses } from '../../../domain/messaging/tickets/schema.js';
import { listTickets, getTicket } from '../../../domain/messaging/tickets/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { shopNamed } from '../../named.js';
import { formatMoment, moment } from '../../moments.js';
import { type Columns, print, printNote, toRows } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';

interface ListOptions extends GlobalOptions, PageOptions {
  readonly status?: Ticket['status'];
  readonly priority?: Ticket['priority'];
  readonly search?: string;
  readonly shop?: string;
}

/** `shedworks tickets …`: the users' support tickets. */
export function registerTickets(program: Command): void {
  const tickets = program.command('tickets').description('Show, answer and close support tickets');
  withPages(tickets.command('list'), 50)
    .description('List support tickets, newest first')
    .addOption(new Option('--status <status>', 'status').choices([...ticketStatuses]))
    .addOption(new Option('--priority <priority>', 'priority').choices([...ticketPriorities]))
    .option('--search <text>', 'part of the author, shop, serial number or description')
    .option('--shop <shop>', 'only tickets of this shop, by name or ID')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  tickets
    .command('show <id>')
    .description('Show a ticket with its answers')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const ticket = await getTicket(ctx, { id });
        print(options, ticket, toRows(columns, [ticket]));
        if (!options.json) for (const part of toTexts(ticket)) printNote(`\n${part}`);
        return undefined;
      }),
    );
  tickets
    .command('answer <id> <text>')
    .description('Answer a ticket; its author gets the answer as a notice and by email')
    .action((id: string, answer: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => printTicket(options, await updateTicket(ctx, { id, answer }), 'answered')),
    );
  const acts = [
    { verb: 'close', what: 'Close a ticket', status: 'Closed', done: 'closed' },
    { verb: 'reopen', what: 'Open a ticket again', status: 'Open', done: 'opened again' },
  ] as const;
  for (const { verb, what, status, done } of acts)
    tickets
      .command(`${verb} <id>`)
      .description(what)
      .action((id: string, options: GlobalOptions) =>
        withContext(options, async (ctx) => printTicket(options, await updateTicket(ctx, { id, status }), done)),
      );
}

async function list(ctx: Ctx, { status, priority, search, shop, ...options }: ListOptions): Promise<undefined> {
  const filter = { status, priority, search, ...(shop !== undefined && { shop: await shopNamed(ctx, shop) }) };
  const { shown, list: tickets } = await printList(
    ctx,
    options,
    (on, page) => listTickets(on, { ...filter, ...page }),
    columns,
  );
  printNote(`${shown} of ${tickets.total} tickets.`);
  return undefined;
}

function printTicket(options: GlobalOptions, ticket: Ticket, outcome: string): undefined {
  print(options, ticket, toRows(columns, [ticket]));
  printNote(`Ticket from ${ticket.name} ${outcome}.`);
}

const columns: Columns<Ticket> = {
  at: (ticket) => moment(ticket.createdAt),
  from: (ticket) => ticket.name,
  of: (ticket) => ticket.itemName,
  priority: (ticket) => ticket.priority,
  status: (ticket) => ticket.status,
  serial: (ticket) => ticket.serialNumber,
  description: (ticket) => ticket.description.slice(0, 60),
  answers: (ticket) => ticket.answers.length,
  id: (ticket) => ticket._id,
};

const toTexts = ({ name, description, answers }: Ticket): string[] => [
  `${name}: ${description}`,
  ...answers.map(({ author, content, at }) => `${author}, ${formatMoment(at)}: ${content}`),
];
