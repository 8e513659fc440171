import type { Command } from 'commander';
import type { z } from 'zod';
import type { Key, NewKey } from '../../../domain/company/keys/schema.js';
import {
  createKey,
  updateKey,
  listKeys,
  listKeysByName,
  revokeKey,
  rotateKey,
  getKey,
} from '../../../domain/company/keys/service.js';
import type { Actor, Ctx } from '../../../domain/kernel/context.js';
import { permissionLabels } from '../../../domain/kernel/rights/permission-labels.js';
import { getScopes, scopes } from '../../../domain/kernel/rights/scopes.js';
import { present } from '../../../domain/kernel/objects.js';
import { addDays } from '../../../domain/kernel/time.js';
import { toInput } from '../../given.js';
import { getId, shopNamed } from '../../named.js';
import { fieldsOption } from '../../fields.js';
import { moment } from '../../moments.js';
import { number } from '../../numbers.js';
import { type Columns, print, printNote, sentence, toRows, writeText } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';

interface KeyOptions extends GlobalOptions {
  readonly name?: string;
  readonly shop?: string;
  readonly scope?: readonly string[];
  readonly readOnly?: boolean;
  readonly from?: readonly string[];
  readonly rate?: number;
  readonly expires?: string;
}
interface RotateOptions extends GlobalOptions {
  readonly overlap: number;
}

/** `shedworks keys …`: the API keys of programs. */
export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('Manage the API keys that programs sign in with');
  withFields(keys.command('add <name>').description('Add an API key; it is printed once, on standard output'))
    .option('--shop <shop>', 'name or ID of the shop whose records it is limited to')
    .action((name: string, options: KeyOptions) => withContext(options, (ctx) => add(ctx, name, options)));
  withFields(keys.command('change <key>').description('Change an API key, by name, prefix or ID'))
    .option('--name <name>', 'new name')
    .option('--no-read-only')
    .action((key: string, options: KeyOptions) => withContext(options, (ctx) => change(ctx, key, options)));
  keys
    .command('list')
    .description('List API keys with their permissions and last use')
    .option('--all', 'include revoked keys')
    .option(...fieldsOption)
    .action((options: GlobalOptions & { readonly all?: boolean }) =>
      withContext(options, async (ctx) => {
        const { items } = await listKeys(ctx, { size: 5000 });
        const shownKeys = options.all ? items : items.filter(({ status }) => status !== 'revoked');
        print(options, shownKeys, toRows(columns, shownKeys));
        return undefined;
      }),
    );
  keys
    .command('show <key>')
    .description('Show an API key, by name, prefix or ID, and its last refusal')
    .action((key: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const record = await getKey(ctx, { id: await keyNamed(ctx, key) });
        print(options, record, record.secrets);
        printNote(`${record.name}: ${record.status}; ${record.scopes.join(', ')}`);
        return undefined;
      }),
    );
  keys
    .command('scopes')
    .description('List the permissions that an API key can have')
    .option(...fieldsOption)
    .action((options: GlobalOptions) =>
      withContext(options, (ctx) => {
        const allowedScopes = getScopes(getActor(ctx), null);
        const rows = scopes.map((scope) => ({
          scope,
          what: permissionLabels[scope],
          ofCompany: allowedScopes.includes(scope) ? 'yes' : 'no',
        }));
        print(options, rows, rows);
        return Promise.resolve(undefined);
      }),
    );
  keys
    .command('rotate <key>')
    .description('Give an API key a new secret, printed once; the old one stays valid for a while')
    .option('--overlap <hours>', 'how long the old secret stays valid, in hours', number, 24)
    .action((key: string, options: RotateOptions) =>
      withContext(options, async (ctx) => {
        const id = await keyNamed(ctx, key);
        return printSecret(options, await rotateKey(ctx, { id, overlapHours: options.overlap }));
      }),
    );
  keys
    .command('revoke <key>')
    .description('Revoke an API key on every server now; its history is kept')
    .action((key: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => printKey(options, await revokeKey(ctx, { id: await keyNamed(ctx, key) }))),
    );
}

const withFields = (command: Command): Command =>
  command
    .option('--scope <permission...>', 'permissions, such as orders.read; "all" for everything you may grant')
    .option('--read-only', 'read-only')
    .option('--from <network...>', 'networks that may use it, such as 192.0.2.0/24; "" for any')
    .option('--rate <calls>', 'calls per minute, 600 by default', number)
    .option(
      '--expires <when>',
      'last day it works, in UTC, such as 2027-01-31; a number of days such as 90d; or never (default)',
    );

/** The fields that the options set. The use case checks them and names what is wrong. */
function toFields(ctx: Ctx, shop: string | null, { scope, from, rate, expires, ...options }: KeyOptions) {
  const scopes = scope?.flatMap((text) => text.split(',')).map((text) => text.trim());
  return {
    ...(scopes === undefined ? {} : { scopes: scopes.includes('all') ? getScopes(getActor(ctx), shop) : scopes }),
    ...(options.readOnly === undefined ? {} : { readOnly: options.readOnly }),
    ...(from === undefined ? {} : { networks: from.filter((network) => network !== '') }),
    ...(rate === undefined ? {} : { rate }),
    ...(expires === undefined ? {} : { expiresAt: readExpiry(expires, ctx.clock.now()) }),
  };
}

/** When a key expires. It works until the end of its last day, as on the screen. */
function readExpiry(text: string, now: Date): string | null {
  if (text === 'never') return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days === undefined && (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))))
    throw new UsageError(
      `--expires: "${text}" must be a day such as 2027-01-31, a number of days such as 90d, or never`,
    );
  const end = days === undefined ? `${text}T23:59:59Z` : addDays(now, Number(days)).toISOString();
  if (new Date(end) <= now)
    throw new UsageError(`--expires: ${text} is not in the future; "keys revoke" ends a key now`);
  return end;
}

async function add(ctx: Ctx, name: string, options: KeyOptions): Promise<undefined> {
  if (!options.scope)
    throw new UsageError('add --scope; "shedworks keys scopes" lists the permissions that a key can have');
  const shop = options.shop === undefined ? null : await shopNamed(ctx, options.shop);
  const input = toInput<z.input<typeof NewKey>>({ name, shop, ...toFields(ctx, shop, options) });
  return printSecret(options, await createKey(ctx, input));
}

async function change(ctx: Ctx, key: string, options: KeyOptions): Promise<undefined> {
  const before = await getKey(ctx, { id: await keyNamed(ctx, key) });
  const { _id: id, revision, shop } = before;
  const { name } = options;
  const fields = { ...(name === undefined ? {} : { name }), ...toFields(ctx, shop?._id ?? null, options) };
  return printKey(options, await updateKey(ctx, toInput({ id, revision, ...fields })));
}

/** The ID of the key with this name or prefix. */
const keyNamed = (ctx: Ctx, key: string): Promise<string> =>
  getId(key, { what: 'API key', find: (number) => listKeysByName(ctx, { number }) });

/** Prints only the new secret on standard output, so that a script can store it; everything else is a note. */
function printSecret(options: GlobalOptions, answer: { msg: string; item: Key; key: string }): undefined {
  if (options.json) print(options, { ...answer.item, key: answer.key }, []);
  else writeText(`${answer.key}\n`);
  printNote(answer.msg);
}

function printKey(options: GlobalOptions, { msg, item }: { msg: string; item: Key }): undefined {
  print(options, item, toRows(columns, [item]));
  printNote(sentence(msg));
}

const getActor = (ctx: Ctx): Actor => present(ctx.actor); // every command has an actor

const columns: Columns<Key> = {
  name: (key) => key.name,
  prefix: (key) => key.secrets.map(({ prefix }) => prefix).join(', '),
  shop: (key) => key.shop?.name,
  status: (key) => key.status,
  permissions: (key) => key.scopes.join(', '),
  used: (key) => moment(key.usedAt),
  expires: (key) => key.expiresAt?.slice(0, 10),
  maker: (key) => key.maker,
  id: (key) => key._id,
};
