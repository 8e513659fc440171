import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { findCompany } from '../company/queries.js';
import { findUserNames } from '../users/user-names.js';
import { getScope, type ActorCtx, type WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { findShopMetals, findStandardMetals } from '../company/metal-prices.js';
import { toRow } from '../../kernel/records/columns.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { updateRecord, findRecord, RecordId } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { todayIn } from '../../kernel/time.js';
import { putPercents } from './percents.js';
import { findShopRows, shopColumns, shopKind } from './queries.js';
import { ChangeShop, ownFields, Shop, ShopDetail, ShopFields, ShopName, ShopRow, shopSort } from './schema.js';

export const listShops = service({
  summary: 'List all shops by name, with average invoices paid per week',
  permission: 'shops.list',
  effect: 'read',
  input: Listing.extend({ sort: shopSort, size: Listing.shape.size.default(5000) }),
  output: getList(ShopRow),
  run: async (ctx, listing) => {
    const company = await findCompany(ctx.db);
    const rows = await findShopRows(ctx.db, todayIn(company?.timeZone ?? 'America/Chicago', ctx.clock.now()));
    return getPage(rows, listing, ['name', 'city', 'defaultEmail']);
  },
});

export const getCurrentShop = service({
  summary: "Get the signed-in user's shop",
  permission: 'shops.own',
  effect: 'read',
  input: z.object({}),
  output: { office: ShopDetail, shop: ShopDetail, builder: ShopName },
  run: (ctx) => findShop(ctx, ctx.actor.shopId ?? newId()),
});

export const getShop = service({
  summary: 'Get one shop with its percents',
  permission: 'shops.list',
  effect: 'read',
  input: RecordId,
  output: ShopDetail,
  run: (ctx, { id }) => findShop(ctx, id),
});

/** A shop with its metal prices and, if the actor may list them, its users. */
async function findShop(ctx: ActorCtx, id: string): Promise<z.output<typeof ShopDetail>> {
  const shop = await findRecord(ctx.db, shopKind, id);
  const metals = { ...(await findShopMetals(ctx.db, id)), ...(await findStandardMetals(ctx.db)) };
  const users = can(ctx.actor, 'users.list') ? { shopUsers: await findUserNames(ctx.db, id) } : {};
  return { ...shop, ...metals, ...users };
}

const SaveResult = z.object({ msg: z.string(), item: Shop });

export const createShop = serviceToCreate({
  kind: shopKind,
  summary: 'Add a shop; it uses standard values until it sets its own',
  permission: 'shops.manage',
  input: ShopFields,
  msg: 'Shop is created',
  write: async (ctx, id, fields) => {
    await ctx.db('shops').insert({ id, ...toRow(shopColumns, fields) });
    await putPercents(ctx.db, id, fields, fields.defaultCategory ?? null);
  },
});

export const updateShop = service({
  summary:
    "Change a shop, or your shop's address, overhead and use of stock; fields you leave out and existing orders are unchanged",
  permission: 'shops.change',
  effect: 'write',
  input: ChangeShop,
  output: SaveResult,
  run: async (ctx, { id, revision, ...fields }) => {
    requireAllowed(ctx, id, fields);
    const item = await updateRecord(ctx, shopKind, { id, revision, shopId: id }, async (before) => {
      const row = toRow(shopColumns, fields);
      await ctx
        .db('shops')
        .where({ id })
        .update({ ...row, updated_at: ctx.clock.now() });
      const { defaultCategory = before.defaultCategory?._id ?? null } = fields;
      await putPercents(ctx.db, id, fields, defaultCategory);
    });
    await ctx.publish({ topic: 'shops', shopIds: [id] });
    return { msg: 'Shop is updated', item };
  },
});

const ofOwn: ReadonlySet<string> = new Set(ownFields);

/** Throws not-found if a shop user names another shop, and lists the sent fields that only the office may change. */
function requireAllowed(ctx: WriteCtx, id: string, fields: object): void {
  const scope = getScope(ctx.actor);
  if (scope !== null && scope !== id) throw notFound('Shop');
  if (can(ctx.actor, 'shops.write')) return;
  const errors = Object.keys(fields)
    .filter((path) => !ofOwn.has(path))
    .map((path) => ({ path, msg: 'can be changed only by the office' }));
  if (errors.length > 0) throw new DomainError('invalid-input', { errors });
}

export const deleteShop = serviceToDelete({
  kind: shopKind,
  summary: 'Delete a shop without records, and its catalogue values',
  permission: 'shops.manage',
  msg: 'Shop is deleted',
});
