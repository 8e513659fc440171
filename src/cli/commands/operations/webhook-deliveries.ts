import type { Command } from 'commander';
import { listDeliveries, redeliverEvent, testWebhook } from '../../../domain/operations/webhooks/deliveries-service.js';
import { type Delivery, deliveryStates } from '../../../domain/operations/webhooks/schema.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { print, printNote, type TableRow } from '../../output.js';
import { withContext, type GlobalOptions } from '../../run.js';

interface ListOptions extends GlobalOptions {
  readonly state?: Delivery['state'];
  readonly size: string;
}

/** `webhooks test`, `deliveries` and `redeliver`. `idOf` finds a webhook by name or ID. */
export function registerDeliveries(webhooks: Command, idOf: (ctx: Ctx, webhook: string) => Promise<string>): void {
  webhooks
    .command('test <webhook>')
    .description('Queue a test event; a worker delivers it')
    .action((webhook: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { msg, delivery } = await testWebhook(ctx, { id: await idOf(ctx, webhook) });
        print(options, delivery, [line(delivery)]);
        printNote(msg);
        return undefined;
      }),
    );
  webhooks
    .command('deliveries <webhook>')
    .description('List the messages to a webhook, newest first')
    .option('--state <state>', deliveryStates.join(', '))
    .option('--size <n>', 'how many, at most 500', '50')
    .action((webhook: string, { state, size, ...options }: ListOptions) =>
      withContext(options, async (ctx) => {
        const found = await listDeliveries(ctx, { id: await idOf(ctx, webhook), state, size });
        print(options, found, found.items.map(line));
        return undefined;
      }),
    );
  webhooks
    .command('redeliver <webhook> <message...>')
    .description('Queue messages again, by ID; they keep their IDs')
    .action((webhook: string, messages: readonly string[], options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const id = await idOf(ctx, webhook);
        const queued: Delivery[] = [];
        for (const delivery of messages) queued.push((await redeliverEvent(ctx, { id, delivery })).delivery);
        print(options, queued, queued.map(line));
        printNote(`Messages queued to send again: ${queued.length}.`);
        return undefined;
      }),
    );
}

const line = ({ type, at, state, attempts, nextAt, lastStatus, lastError, record, _id }: Delivery): TableRow => ({
  ...{ at: at.slice(0, 19), type, state, attempts, status: lastStatus, error: lastError },
  ...{ 'next try': nextAt?.slice(0, 19), record, id: _id },
});
