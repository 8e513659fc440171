import type { Command } from 'commander';
import { listDeliveries, redeliverEvent, testWebhook } from '../../../domain/operations/webhooks/deliveries.js';
import { type Delivery, deliveryStates } from '../../../domain/operations/webhooks/schema.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { doEach } from '../../do-each.js';
import { fieldsOption } from '../../fields.js';
import { moment } from '../../moments.js';
import { number } from '../../numbers.js';
import { type Columns, print, printNote, toRows } from '../../output.js';
import { withContext, type GlobalOptions } from '../../run.js';

interface ListOptions extends GlobalOptions {
  readonly state?: Delivery['state'];
  readonly size: number;
}

/** `webhooks test`, `deliveries` and `redeliver`. `findId` finds a webhook by name or ID. */
export function registerDeliveries(webhooks: Command, findId: (ctx: Ctx, webhook: string) => Promise<string>): void {
  webhooks
    .command('test <webhook>')
    .description('Queue a test event; a worker delivers it')
    .action((webhook: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { msg, delivery } = await testWebhook(ctx, { id: await findId(ctx, webhook) });
        print(options, delivery, toRows(columns, [delivery]));
        printNote(msg);
        return undefined;
      }),
    );
  webhooks
    .command('deliveries <webhook>')
    .description('List the messages to a webhook, newest first')
    .option('--state <state>', deliveryStates.join(', '))
    .option('--size <n>', 'how many, at most 500', number, 50)
    .option(...fieldsOption)
    .action((webhook: string, { state, size, ...options }: ListOptions) =>
      withContext(options, async (ctx) => {
        const deliveries = await listDeliveries(ctx, { id: await findId(ctx, webhook), state, size });
        print(options, deliveries, toRows(columns, deliveries.items));
        return undefined;
      }),
    );
  webhooks
    .command('redeliver <webhook> <message...>')
    .description('Queue messages again, by ID; they keep their IDs')
    .action((webhook: string, messages: readonly string[], options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const id = await findId(ctx, webhook);
        const { results: deliveries, code } = await doEach(
          messages,
          async (delivery) => (await redeliverEvent(ctx, { id, delivery })).delivery,
        );
        print(options, deliveries, toRows(columns, deliveries));
        printNote(`Messages queued to send again: ${deliveries.length}.`);
        return code;
      }),
    );
}

const columns: Columns<Delivery> = {
  at: (one) => moment(one.at, { to: 'second' }),
  type: (one) => one.type,
  state: (one) => one.state,
  attempts: (one) => one.attempts,
  status: (one) => one.lastStatus,
  error: (one) => one.lastError,
  'next try': (one) => moment(one.nextAt, { to: 'second' }),
  record: (one) => one.record,
  id: (one) => one._id,
};
