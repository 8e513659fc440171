import { type Command, Option } from 'commander';
import type { SsoRights, SsoRule } from '../../../domain/company/single-sign-on/schema.js';
import { updateSso, deleteSso, getSso, testSso } from '../../../domain/company/single-sign-on/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { isPlainObject } from '../../../domain/kernel/objects.js';
import { roles } from '../../../domain/kernel/rights/roles.js';
import { readJson, readText } from '../../files.js';
import { shopNamed } from '../../named.js';
import { print, printNote, type TableRow } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';
import { writeOrPreview, type WriteOptions } from './users-parts.js';

interface ProviderOptions extends GlobalOptions {
  readonly name?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly secretFile?: string;
  readonly secretStdin?: boolean;
  readonly claim?: string;
  readonly rule?: readonly string[];
  readonly rules?: boolean;
  readonly others?: string;
  readonly createUsers?: boolean;
  readonly passwords?: boolean;
  readonly trustFactors?: boolean;
}
type SetOptions = ProviderOptions & WriteOptions;
type TestOptions = ProviderOptions & { readonly claims?: string };

/** `shedworks sso …`: the company's single sign-on provider. */
export function registerSso(program: Command): void {
  const sso = program
    .command('sso')
    .description('Single sign-on with OpenID Connect: the provider, and who gets which role');
  sso
    .command('show')
    .description('Show the provider, and the address to register there; never the client secret')
    .action((options: GlobalOptions) => withContext(options, (ctx) => show(ctx, options)));
  withProvider(sso.command('set'))
    .description('Set the provider; options you leave out are unchanged')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((options: SetOptions) => withContext(options, (ctx) => set(ctx, options)));
  withProvider(sso.command('test'))
    .description('Test the provider, or new options for it, before users sign in with it; nothing is stored')
    .option(
      '--claims <file>',
      'JSON file with the claims of a sample user, to see the role they would get; - for standard input',
    )
    .action((options: TestOptions) => withContext(options, (ctx) => test(ctx, options)));
  sso
    .command('remove')
    .description('Remove the provider; users sign in with passwords and passkeys again')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((options: WriteOptions) =>
      withContext(options, async (ctx) => {
        const answer = await writeOrPreview(ctx, options, (on) => deleteSso(on, {}));
        printNote(options.dryRun ? 'Dry run: nothing removed.' : answer.msg);
        print(options, answer, []);
        return undefined;
      }),
    );
}

/** The options that describe a provider, and who gets which role. */
const withProvider = (command: Command): Command =>
  command
    .option('--name <name>', 'name on the sign-in button: "Sign in with <name>"')
    .option('--issuer <address>', 'its address, such as https://login.example.com')
    .option('--client-id <id>', 'the client ID of Shedworks at the provider')
    .addOption(new Option('--secret-stdin', 'read the client secret from standard input').conflicts('secretFile'))
    .option('--secret-file <file>', 'file with the client secret')
    .option('--claim <name>', 'the claim that decides the role, such as groups or realm_access.roles')
    .option(
      '--rule <rules...>',
      'who gets which role: "value=Office User", for a shop "value=Shop User@Shop"; the first match applies',
    )
    .option('--no-rules', 'remove the rules')
    .option('--others <role>', 'the role of everyone else, "Office User" or "Shop User@Shop"; "refuse" refuses them')
    .option('--create-users', 'create a user for everyone who signs in without one')
    .option('--no-create-users', 'only existing users may sign in')
    .option('--passwords', 'users may also sign in with a password or a passkey')
    .option('--no-passwords', 'only super admins may sign in with a password or a passkey')
    .option('--trust-factors', 'leave the second factor to the provider')
    .option('--no-trust-factors', 'require the second factor here, too');

type SsoSettings = NonNullable<Awaited<ReturnType<typeof getSso>>['item']>;

async function show(ctx: Ctx, options: GlobalOptions): Promise<undefined> {
  const { item, redirectAddress } = await getSso(ctx, {});
  print(options, { item, redirectAddress }, item ? [toRow(item)] : []);
  printNote(
    item
      ? `Register ${redirectAddress} at ${item.name}.`
      : `Single sign-on is not set up. Register ${redirectAddress} at your provider.`,
  );
  return undefined;
}

const toRow = ({ rules, fallback, ...item }: SsoSettings): TableRow => ({
  ...{ name: item.name, issuer: item.issuer, client: item.clientId, claim: item.claim },
  rules: rules.map(({ value, role }) => `${value} = ${role}`).join(', '),
  others: fallback?.role ?? 'refused',
  ...{ createsUsers: item.createsUsers, passwords: item.allowsPasswords, trustsFactors: item.trustsFactors },
});

async function set(ctx: Ctx, options: SetOptions): Promise<undefined> {
  const input = await readSettings(ctx, options);
  const answer = await writeOrPreview(ctx, options, (on) => updateSso(on, input));
  printNote(options.dryRun ? 'Dry run: nothing saved.' : answer.msg);
  printNote(`Register ${answer.item.redirectAddress} at ${answer.item.name}.`);
  print(options, answer, [toRow(answer.item)]);
  return undefined;
}

async function test(ctx: Ctx, options: TestOptions): Promise<undefined> {
  const input = await readSettings(ctx, options);
  const claims = options.claims === undefined ? undefined : await readClaims(options.claims);
  const answer = await testSso(ctx, { ...input, claims });
  const { msg, findings, redirectAddress, sample } = answer;
  const register = `Register ${redirectAddress} at ${input.name}.`;
  const rows = [msg, ...findings, register, ...(sample ? [sample.msg] : [])].map((result) => ({ result }));
  print(options, answer, rows);
  return undefined;
}

async function readClaims(file: string): Promise<Record<string, unknown>> {
  const claims = await readJson(file);
  if (!isPlainObject(claims)) throw new UsageError(`${file} is not a JSON object such as {"email": "ann@example.com"}`);
  return { ...claims };
}

/** The stored settings with the changes of the options. */
async function readSettings(ctx: Ctx, options: ProviderOptions) {
  const { item: before } = await getSso(ctx, {});
  const file = options.secretStdin ? '-' : options.secretFile;
  const clientSecret = file === undefined ? undefined : (await readText(file)).replace(/\r?\n$/, '');
  const { name = before?.name, issuer = before?.issuer, clientId = before?.clientId } = options;
  if (name === undefined || issuer === undefined || clientId === undefined)
    throw new UsageError('add --name, --issuer, --client-id and a secret for a new provider');
  return {
    ...{ name, issuer, clientId, clientSecret, claim: options.claim ?? before?.claim },
    rules: await readRules(ctx, options, before?.rules ?? []),
    fallback: options.others === undefined ? (before?.fallback ?? null) : await readOthers(ctx, options.others),
    createsUsers: options.createUsers ?? before?.createsUsers,
    allowsPasswords: options.passwords ?? before?.allowsPasswords,
    trustsFactors: options.trustFactors ?? before?.trustsFactors,
    revision: before?.revision ?? 0,
  };
}

async function readRules(ctx: Ctx, { rule, rules }: ProviderOptions, before: readonly SsoRule[]): Promise<SsoRule[]> {
  if (rules === false) return [];
  if (rule === undefined) return [...before];
  return Promise.all(
    rule.map(async (text) => {
      const at = text.lastIndexOf('=');
      if (at < 1) throw new UsageError(`"${text}" is not a rule such as "drivers=Shop User@Ridge Line Barns"`);
      return { value: text.slice(0, at).trim(), ...(await readRights(ctx, text.slice(at + 1))) };
    }),
  );
}

const readOthers = async (ctx: Ctx, text: string): Promise<SsoRights | null> =>
  text === 'refuse' ? null : readRights(ctx, text);

async function readRights(ctx: Ctx, text: string): Promise<SsoRights> {
  const [role = '', shop] = text.split('@').map((part) => part.trim());
  const match = roles.find((one) => one === role);
  if (!match) throw new UsageError(`"${role}" is not a role: ${roles.join(', ')}`);
  return { role: match, shopId: shop === undefined ? null : await shopNamed(ctx, shop) };
}
