import { Option, type Command } from 'commander';
import { outboxKinds, outboxStatuses, type OutboxMessage } from '../../../domain/messaging/outbox/schema.js';
import { listOutbox, resendMessage, getMessage } from '../../../domain/messaging/outbox/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { doEach } from '../../do-each.js';
import { shopNamed } from '../../named.js';
import { moment } from '../../moments.js';
import { type Columns, print, printNote, toRows } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';

interface ListOptions extends GlobalOptions, PageOptions {
  readonly status?: OutboxMessage['status'];
  readonly kind?: OutboxMessage['kind'];
  readonly search?: string;
  readonly shop?: string;
}

/** `shedworks outbox …`: outgoing email and support tickets. */
export function registerOutbox(program: Command): void {
  const outbox = program.command('outbox').description('Show outgoing email, and send it again');
  withPages(outbox.command('list'), 50)
    .description('List outgoing messages, newest first')
    .addOption(new Option('--status <status>', 'status').choices([...outboxStatuses]))
    .addOption(new Option('--kind <kind>', 'kind of message').choices([...outboxKinds]))
    .option('--search <text>', 'part of the receiver, subject, text or error')
    .option('--shop <shop>', 'only messages about this shop, by name or ID')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  outbox
    .command('show <id>')
    .description('Show a message with its text and each delivery attempt')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const message = await getMessage(ctx, { id });
        print(options, message, toRows(tries, message.log));
        if (!options.json) printNote(`${message.subject}\nTo: ${message.to}\n\n${message.text.trimEnd()}`);
        return undefined;
      }),
    );
  outbox
    .command('send <ids...>')
    .description('Send messages again that failed or were not sent, by ID')
    .action((ids: string[], options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { results: messages, code } = await doEach(ids, async (id) => (await resendMessage(ctx, { id })).message);
        print(options, messages, toRows(columns, messages));
        printNote(`Messages queued to send again: ${messages.length}.`);
        return code;
      }),
    );
}

async function list(ctx: Ctx, { status, kind, search, shop, ...options }: ListOptions): Promise<undefined> {
  const filter = { status, kind, search, ...(shop !== undefined && { shop: await shopNamed(ctx, shop) }) };
  const { shown, list: messages } = await printList(
    ctx,
    options,
    (on, page) => listOutbox(on, { ...filter, ...page }),
    columns,
  );
  printNote(`${shown} of ${messages.total} messages.`);
  return undefined;
}

const columns: Columns<OutboxMessage> = {
  at: (message) => moment(message.createdAt),
  kind: (message) => message.kind,
  to: (message) => message.to,
  subject: (message) => message.subject,
  status: (message) => message.status,
  attempts: (message) => message.attempts,
  error: (message) => message.error,
  id: (message) => message._id,
};

const tries: Columns<OutboxMessage['log'][number]> = {
  at: (one) => moment(one.at, { to: 'second' }),
  outcome: (one) => one.outcome,
  answer: (one) => one.answer,
};
