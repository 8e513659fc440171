import { z } from 'zod';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { findAddressFault } from '../../kernel/platform/public-address.js';
import { createRecord, deleteRecord, findRecord, type RecordKind, updateRecord } from '../../kernel/records/record.js';
import { isShopRole } from '../../kernel/rights/roles.js';
import { service } from '../../kernel/service.js';
import { keepManagerWithoutSso } from '../users/user-writes.js';
import { lockFirstArrivals } from './people.js';
import { getRedirectAddress, type Provider, sealClientSecret } from './provider.js';
import { findSettings, findSso, type SsoRow } from './queries.js';
import { chooseRights, describeArrival, readVerifiedEmail } from './rules.js';
import { SsoChange, type SsoRights, SsoSettings, SsoTest, SsoTrial } from './schema.js';
import { tryProvider } from './try-provider.js';

type Change = z.output<typeof SsoChange>;

const getKind = (ctx: ActorCtx): RecordKind<typeof SsoSettings> => ({
  what: 'Single sign-on',
  entity: 'single sign-on',
  table: 'single_sign_on',
  schema: SsoSettings,
  find: async (db, ids) =>
    (await findSettings(db, ids)).map((settings) => ({ ...settings, redirectAddress: getRedirectAddress(ctx) })),
  uses: [],
  topic: 'singleSignOn',
  trace: ({ users: _users, usedAt: _usedAt, redirectAddress: _address, ...kept }) => kept,
});

export const getSso = service({
  summary: 'Get the single sign-on provider; null if there is none',
  permission: 'users.manage',
  effect: 'read',
  input: z.object({}),
  output: z.object({ item: SsoSettings.nullable(), redirectAddress: z.string() }),
  run: async (ctx) => {
    const sso = await findSso(ctx.db);
    const item = sso ? await findRecord(ctx.db, getKind(ctx), sso._id) : null;
    return { item, redirectAddress: getRedirectAddress(ctx) };
  },
});

export const testSso = service({
  summary: 'Test a single sign-on provider: read its metadata and check that it knows the client; nothing is stored',
  permission: 'users.manage',
  effect: 'read',
  input: SsoTrial,
  output: SsoTest,
  run: async (ctx, input) => {
    const { findings } = await tryProvider(ctx, { ...input, ...(await readClient(ctx, input)) });
    const { claims } = input;
    const sample = claims && {
      ...{ email: readVerifiedEmail(claims), rights: chooseRights(input, claims) },
      msg: describeArrival(input, claims),
    };
    return {
      ...{ msg: `${input.name} responded and did not reject the client.`, findings: [...findings] },
      ...{ redirectAddress: getRedirectAddress(ctx), sample: sample ?? null },
    };
  },
});

export const updateSso = service({
  summary: 'Set the single sign-on provider; its metadata is checked before anything is stored',
  permission: 'users.manage',
  effect: 'write',
  input: SsoChange,
  output: z.object({ msg: z.string(), item: SsoSettings }),
  prepare: async (ctx, input) => {
    const client = await readClient(ctx, input);
    if (input.clientSecret === undefined) return null; // allow changing rules while the provider cannot be reached
    const { signOutAddress } = await tryProvider(ctx, { ...input, ...client });
    return { sealed_secret: client.sealedSecret, sign_out_address: signOutAddress, secret_set_at: ctx.clock.now() };
  },
  run: async (ctx, { clientSecret: _secret, revision, ...input }, client) => {
    await checkRights(ctx, input);
    await ctx.db('companies').forUpdate().first('id'); // one at a time if two users set the first provider
    const before = await findSso(ctx.db);
    const row = { ...toRow(input), ...client };
    const write = async () => {
      if (!client && !isSameClient(before, input)) throw secretMissing(); // replaced in the meantime
      if (before?.issuer !== input.issuer) await keepManagerWithoutSso(ctx); // identities of the previous one stop working
      return ctx.db('single_sign_on').where({ id: before?._id }).update(row);
    };
    if (!before && (revision || !client)) throw new DomainError('no-single-sign-on', undefined); // removed in the meantime
    const kind = getKind(ctx);
    const item = before
      ? await updateRecord(ctx, kind, { id: before._id, revision }, write)
      : await createRecord(ctx, kind, (id) => ctx.db('single_sign_on').insert({ id, ...row }));
    return { msg: 'Single sign-on saved.', item };
  },
});

const toRow = ({ name, issuer, claim, ...input }: Omit<Change, 'clientSecret' | 'revision'>) => ({
  ...{ name, issuer, claim, client_id: input.clientId, rules: JSON.stringify(input.rules) },
  fallback: input.fallback && JSON.stringify(input.fallback),
  ...{ creates_users: input.createsUsers, allows_passwords: input.allowsPasswords },
  trusts_factors: input.trustsFactors,
});

const isSameClient = (before: SsoRow | undefined, { issuer, clientId }: Pick<Change, 'issuer' | 'clientId'>) =>
  before?.issuer === issuer && before.clientId === clientId;

const secretMissing = () => invalid('clientSecret', 'is required for another provider or client');

/** The client with the secret of the input, otherwise with the stored one. Throws if neither belongs to it. */
async function readClient(ctx: ActorCtx, { issuer, clientId, clientSecret }: Change): Promise<Provider> {
  if (clientSecret === undefined) {
    const before = await findSso(ctx.db);
    if (!before || !isSameClient(before, { issuer, clientId })) throw secretMissing();
    return before;
  }
  if (findAddressFault(issuer, ctx.outside?.signIn.allowsPrivate ?? false) !== null)
    throw invalid('issuer', 'must be a public address that begins with https://');
  return { issuer, clientId, sealedSecret: sealClientSecret(ctx, issuer, clientSecret) };
}

/** Throws for the first rule whose shop does not exist or does not go with its role. */
async function checkRights({ db }: WriteCtx, { rules, fallback }: Pick<Change, 'rules' | 'fallback'>): Promise<void> {
  const all: [path: string, rights: SsoRights][] = rules.map((rule, at) => [`rules.${at}.shopId`, rule]);
  if (fallback) all.push(['fallback.shopId', fallback]);
  const shopIds = all.flatMap(([, { shopId }]) => shopId ?? []);
  const shops = new Set<string>(await db('shops').whereRaw('id = any(?)', [shopIds]).pluck('id'));
  for (const [path, { role, shopId }] of all) {
    if (isShopRole(role) !== (shopId !== null))
      throw invalid(path, shopId === null ? `is required for a ${role}` : `must be empty for a ${role}`);
    if (shopId !== null && !shops.has(shopId)) throw invalid(path, 'does not exist');
  }
}

export const deleteSso = service({
  summary: 'Remove the single sign-on provider; users sign in with passwords and passkeys again',
  permission: 'users.manage',
  effect: 'write',
  input: z.object({}),
  output: z.object({ msg: z.string() }),
  run: async (ctx) => {
    const before = await findSso(ctx.db);
    if (!before) throw new DomainError('no-single-sign-on', undefined);
    await lockFirstArrivals(ctx, before); // before the users, as signing in does
    await keepManagerWithoutSso(ctx);
    await deleteRecord(ctx, getKind(ctx), before._id);
    return { msg: 'Single sign-on removed.' };
  },
});
