import type { Command } from 'commander';
import type { z } from 'zod';
import type { Ctx } from '../../../domain/kernel/context.js';
import { toInput } from '../../given.js';
import {
  createWebhook,
  updateWebhook,
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  getWebhook,
} from '../../../domain/operations/webhooks/service.js';
import type { NewWebhook, Webhook } from '../../../domain/operations/webhooks/schema.js';
import { findByName, shopNamed } from '../../named.js';
import { fieldsOption } from '../../fields.js';
import { moment } from '../../moments.js';
import { number } from '../../numbers.js';
import { type Columns, print, printNote, sentence, toRows } from '../../output.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { userId } from '../company/users-parts.js';
import { registerDeliveries } from './webhook-deliveries.js';

interface WebhookOptions extends GlobalOptions {
  readonly name?: string;
  readonly address?: string;
  readonly shop?: string;
  readonly types?: readonly string[];
  readonly owner?: string;
}

/** `shedworks webhooks …`: who receives events, and what was delivered. */
export function registerWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('Manage webhooks, and see what was delivered');
  withFields(webhooks.command('add <name> <address>').description('Add a webhook; its secret is printed once'))
    .option('--shop <shop>', "send only events of this shop's records")
    .action((name: string, address: string, options: WebhookOptions) =>
      withContext(options, (ctx) => add(ctx, { ...options, name, address })),
    );
  withFields(webhooks.command('change <webhook>').description('Change a webhook, by name or ID'))
    .option('--name <name>', 'new name')
    .option('--address <address>', 'new address')
    .action((webhook: string, options: WebhookOptions) => withContext(options, (ctx) => change(ctx, webhook, options)));
  webhooks
    .command('list')
    .description('List webhooks with their waiting events and problems')
    .option(...fieldsOption)
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { items } = await listWebhooks(ctx, { size: 5000 });
        print(options, items, toRows(columns, items));
        return undefined;
      }),
    );
  webhooks
    .command('show <webhook>')
    .description('Show a webhook, by name or ID, without its secret')
    .action((webhook: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const record = await getWebhook(ctx, { id: await webhookNamed(ctx, webhook) });
        print(options, record, toRows(columns, [record]));
        if (record.types) printNote(`Event types: ${record.types.join(', ')}`);
        return undefined;
      }),
    );
  webhooks
    .command('rotate <webhook>')
    .description('Create a new secret, printed once; messages have both signatures until the old one ends')
    .option(
      '--overlap <hours>',
      'how long the old secret stays valid, in hours, at most 168; 0 ends it now',
      number,
      24,
    )
    .action((webhook: string, options: GlobalOptions & { overlap: number }) =>
      withContext(options, async (ctx) => {
        const id = await webhookNamed(ctx, webhook);
        return printSecret(options, await rotateWebhookSecret(ctx, { id, overlapHours: options.overlap }));
      }),
    );
  const acts = [
    { verb: 'pause', what: 'Stop deliveries until the webhook is resumed; events wait', act: pauseWebhook },
    { verb: 'resume', what: 'Resume deliveries, starting with the waiting events', act: resumeWebhook },
    { verb: 'remove', what: 'Delete a webhook with its messages and their log', act: deleteWebhook },
  ] as const;
  for (const { verb, what, act } of acts)
    webhooks
      .command(`${verb} <webhook>`)
      .description(what)
      .action((webhook: string, options: GlobalOptions) =>
        withContext(options, async (ctx) => {
          const result = await act(ctx, { id: await webhookNamed(ctx, webhook) });
          if (options.json) print(options, result, []);
          printNote(sentence(result.msg));
          return undefined;
        }),
      );
  registerDeliveries(webhooks, webhookNamed);
}

const withFields = (command: Command): Command =>
  command
    .option('--types <type...>', 'event types to send, such as order.created; "" for all of them')
    .option('--owner <user>', 'user (email) to notify when it fails; "" for the Office Admins');

/** The ID of a webhook, by name or ID. */
const webhookNamed = async (ctx: Ctx, webhook: string): Promise<string> =>
  findByName((await listWebhooks(ctx, { size: 5000 })).items, webhook, 'webhook')._id;

async function toFields(ctx: Ctx, { name, address, shop, types, owner }: WebhookOptions) {
  const eventTypes = types?.filter((type) => type !== '');
  return toInput<Partial<z.input<typeof NewWebhook>>>({
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(shop === undefined ? {} : { shop: await shopNamed(ctx, shop) }),
    ...(eventTypes === undefined ? {} : { types: eventTypes.length > 0 ? eventTypes : null }),
    ...(owner === undefined ? {} : { owner: owner === '' ? null : await userId(ctx, owner) }),
  });
}

async function add(ctx: Ctx, options: WebhookOptions & { name: string; address: string }): Promise<undefined> {
  const { name, address } = options;
  return printSecret(options, await createWebhook(ctx, { ...(await toFields(ctx, options)), name, address }));
}

async function change(ctx: Ctx, webhook: string, options: WebhookOptions): Promise<undefined> {
  const id = await webhookNamed(ctx, webhook);
  const { msg, item } = await updateWebhook(ctx, { ...(await toFields(ctx, options)), id });
  print(options, item, toRows(columns, [item]));
  printNote(msg);
  return undefined;
}

type WithSecret = Awaited<ReturnType<typeof createWebhook>>;

function printSecret(options: GlobalOptions, { msg, item, secret }: WithSecret): undefined {
  print(options, { ...item, secret }, [{ name: item.name, address: item.address, secret, id: item._id }]);
  printNote(`${msg} The secret is not shown again.`);
  return undefined;
}

const columns: Columns<Webhook> = {
  name: (webhook) => webhook.name,
  address: (webhook) => webhook.address,
  shop: (webhook) => webhook.shop?.name ?? 'all',
  types: (webhook) => (webhook.types ? webhook.types.length : 'all'),
  waiting: (webhook) => webhook.waiting,
  'last delivered': (webhook) => moment(webhook.lastDeliveredAt),
  state: (webhook) => (webhook.paused ? 'paused' : 'active'),
  problem: (webhook) => webhook.problem,
  id: (webhook) => webhook._id,
};
