import { z } from 'zod';
import { getScope, type Actor, type ActorCtx, type WriteCtx } from '../../kernel/context.js';
import { queryCount } from '../../kernel/database/rows.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { ByNumber, NumberedRecords } from '../../kernel/records/by-number.js';
import { getList, getPage, Listing } from '../../kernel/records/page.js';
import {
  createRecord,
  RecordVersion,
  updateRecord,
  findOwnRecord,
  RecordId,
  type RecordKind,
} from '../../kernel/records/record.js';
import { getKeyRole, getScopes } from '../../kernel/rights/scopes.js';
import { service } from '../../kernel/service.js';
import { hasLostRights } from './actor.js';
import { findKeys, findMaker } from './queries.js';
import { Key, KeyChange, KeyRotation, NewKey, ShownKey } from './schema.js';
import { createSecret } from './secret.js';

const MOST_COMPANY_KEYS = 500;
const MOST_SHOP_KEYS = 50;
const Sort = z
  .enum(['name', '-name', 'maker', '-maker', 'expiresAt', '-expiresAt', 'usedAt', '-usedAt'])
  .default('name');
const SavedKey = z.object({ msg: z.string(), item: Key });

/** The fields of a key that the history records. */
const trace = ({ usedAt: _used, secrets, ...fields }: Key) => ({
  ...fields,
  secrets: secrets.map(({ prefix, expiresAt }) => ({ prefix, expiresAt })),
});

const getKind = ({ clock }: ActorCtx): RecordKind<typeof Key> => ({
  what: 'API key',
  entity: 'key',
  table: 'api_keys',
  schema: Key,
  find: (db, ids) => findKeys(db, clock.now(), ids),
  uses: [],
  getShop: ({ shop }) => shop?._id ?? null,
  topic: 'keys',
  trace,
});

/** A shop sees only its own keys. */
async function findVisible(ctx: ActorCtx): Promise<Key[]> {
  const scope = getScope(ctx.actor);
  const keys = await findKeys(ctx.db, ctx.clock.now());
  return scope === null ? keys : keys.filter(({ shop }) => shop?._id === scope);
}

export const listKeys = service({
  summary: 'List API keys, without their secrets; a shop gets its own',
  permission: 'keys.manage',
  effect: 'read',
  input: Listing.extend({ sort: Sort }),
  output: getList(Key),
  run: async (ctx, listing) => getPage(await findVisible(ctx), listing, ['name', 'shop', 'maker']),
});

export const listKeysByName = service({
  summary: 'Find API keys by name',
  permission: 'keys.manage',
  effect: 'read',
  input: ByNumber,
  output: NumberedRecords,
  run: async (ctx, { number }) => {
    const needle = number.toLowerCase();
    const keys = (await findVisible(ctx)).filter(
      ({ name, status, secrets }) =>
        status !== 'revoked' && (name.toLowerCase() === needle || secrets.some(({ prefix }) => prefix === needle)),
    );
    return { items: keys.map(({ _id, shop }) => ({ _id, distinction: shop?.name ?? 'the company' })) };
  },
});

export const getKey = service({
  summary: 'Get an API key, without its secrets',
  permission: 'keys.manage',
  effect: 'read',
  input: RecordId,
  output: Key,
  run: (ctx, { id }) => findOwnRecord(ctx, getKind(ctx), id),
});

export const createKey = service({
  summary: 'Add an API key; only this response has its secret',
  permission: 'keys.manage',
  effect: 'write',
  answersSecret: true,
  input: NewKey,
  output: ShownKey,
  run: async (ctx, { name, shop, ...fields }) => {
    const shopId = getScope(ctx.actor) ?? shop;
    if (shop !== null && shop !== shopId) throw invalid('shop', 'does not exist');
    refuseBeyond(ctx.actor, shopId, fields.scopes);
    await refuseMany(ctx, shopId);
    const secret = createSecret();
    const item = await createRecord(ctx, getKind(ctx), async (id) => {
      const account = { id, name, user_name: `key:${id}`, password_hash: '', is_key: true, active: false };
      await ctx.db('users').insert({ ...account, role: getKeyRole(shopId), shop_id: shopId });
      await ctx.db('api_keys').insert({ id, ...toRow(fields), ...madeBy(ctx), created_at: ctx.clock.now() });
      await insertSecret(ctx, id, secret);
    });
    return { msg: 'API key added. Copy it now: it is not shown again.', item, key: secret.text };
  },
});

export const updateKey = service({
  summary: 'Change an API key: name, permissions, addresses, rate or expiry',
  permission: 'keys.manage',
  effect: 'write',
  input: KeyChange.extend(RecordVersion.shape),
  output: SavedKey,
  run: async (ctx, { id, revision, name, ...change }) => {
    const item = await updateRecord(ctx, getKind(ctx), { id, revision }, async (before) => {
      refuseRevoked(before);
      const addedScopes = change.scopes?.filter((scope) => !before.scopes.includes(scope)) ?? [];
      if (addedScopes.length > 0 || (change.readOnly === false && before.readOnly)) {
        refuseBeyond(ctx.actor, before.shop?._id ?? null, change.scopes ?? before.scopes);
        await refuseRevival(ctx, before);
        await ctx.db('api_keys').where({ id }).update(madeBy(ctx));
      }
      if (name !== undefined) await ctx.db('users').where({ id }).update({ name });
      const row = toRow(change);
      if (Object.keys(row).length > 0) await ctx.db('api_keys').where({ id }).update(row);
    });
    return { msg: 'API key updated.', item };
  },
});

export const rotateKey = service({
  summary: 'Give an API key a new secret; the old one stays valid for a while',
  permission: 'keys.manage',
  effect: 'write',
  answersSecret: true,
  input: KeyRotation,
  output: ShownKey,
  run: async (ctx, { id, overlapHours }) => {
    const secret = createSecret();
    const now = ctx.clock.now();
    const item = await updateRecord(ctx, getKind(ctx), { id }, async (before) => {
      refuseRevoked(before);
      refuseBeyond(ctx.actor, before.shop?._id ?? null, before.scopes);
      const overlapMs = (await wouldRevive(ctx, before)) ? 0 : overlapHours * 3_600_000;
      const [newest, ...older] = before.secrets.map(({ prefix }) => prefix);
      await endSecrets(ctx, older, now);
      await endSecrets(ctx, newest === undefined ? [] : [newest], new Date(now.getTime() + overlapMs));
      await insertSecret(ctx, id, secret);
      await ctx.db('api_keys').where({ id }).update(madeBy(ctx));
    });
    const hasEnded = overlapHours > 0 && item.secrets.length === 1;
    const ended = hasEnded ? ' The old one stopped working, because its creator has lost rights that it needs.' : '';
    return { msg: `API key rotated.${ended} Copy the new one now: it is not shown again.`, item, key: secret.text };
  },
});

export const revokeKey = service({
  summary: 'Revoke an API key on every server; its history is kept',
  permission: 'keys.manage',
  effect: 'write',
  input: RecordId,
  output: SavedKey,
  run: async (ctx, { id }) => {
    const item = await updateRecord(ctx, getKind(ctx), { id }, (before) =>
      before.status === 'revoked'
        ? Promise.resolve()
        : ctx.db('api_keys').where({ id }).update({ revoked_at: ctx.clock.now() }),
    );
    return { msg: 'API key revoked.', item };
  },
});

/**
 * Throws if a key would get permissions that its creator does not have, or that keys of its shop or the company cannot
 * have.
 */
function refuseBeyond(actor: Actor, shopId: string | null, scopes: readonly string[]): void {
  const may = new Set<string>(getScopes(actor, shopId));
  const beyond = scopes.filter((scope) => !may.has(scope));
  if (beyond.length === 0) return;
  const whose = shopId === null ? 'the company' : 'a shop';
  throw invalid('scopes', `has permissions that you cannot give to a key of ${whose}: ${beyond.join(', ')}`);
}

function refuseRevoked({ status }: Key): void {
  if (status === 'revoked') throw new DomainError('key-revoked', undefined);
}

/** Whether another creator would give a key's secret, which its present creator knows, more than they can give now. */
const wouldRevive = async ({ db }: WriteCtx, { _id, name, shop, scopes, readOnly }: Key): Promise<boolean> =>
  hasLostRights({ _id, name, shopId: shop?._id ?? null, scopes, readOnly, maker: await findMaker(db, _id) });

async function refuseRevival(ctx: WriteCtx, key: Key): Promise<void> {
  if (await wouldRevive(ctx, key))
    throw invalid(
      '',
      'The creator of this API key has lost rights that it needs. Rotate it first, then add permissions.',
    );
}

/** Throws if a shop, or the company (null), has as many keys as it can have. Revoked ones do not count. */
async function refuseMany({ db }: WriteCtx, shopId: string | null): Promise<void> {
  const most = shopId === null ? MOST_COMPANY_KEYS : MOST_SHOP_KEYS;
  const keys = db('api_keys as k').join('users as u', 'u.id', 'k.id').whereNull('k.revoked_at');
  if ((await queryCount(keys.where({ 'u.shop_id': shopId }))) < most) return;
  const whose = shopId === null ? 'The company' : 'A shop';
  throw invalid('', `${whose} can have at most ${most} API keys. Revoke one first.`);
}

const madeBy = ({ actor }: WriteCtx) => ({ maker_id: actor.id, maker_name: actor.name });

type Fields = z.output<typeof KeyChange>;
function toRow({ scopes, readOnly, networks, rate, expiresAt }: Fields): Record<string, unknown> {
  const row = { scopes, read_only: readOnly, networks, rate, expires_at: expiresAt };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

const insertSecret = ({ db, clock }: WriteCtx, keyId: string, { prefix, hash }: ReturnType<typeof createSecret>) =>
  db('api_key_secrets').insert({ id: newId(), key_id: keyId, prefix, hash, created_at: clock.now() });

/** Makes secrets expire at `at`, unless they expire earlier. */
const endSecrets = ({ db }: WriteCtx, prefixes: readonly string[], at: Date) =>
  db('api_key_secrets')
    .whereIn('prefix', prefixes)
    .whereRaw('(expires_at is null or expires_at > ?)', [at])
    .update({ expires_at: at });
