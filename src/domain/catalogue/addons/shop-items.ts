import { z } from 'zod';
import { getScope, type WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { difference, publishCatalogue, writeOrRefuse } from '../../kernel/records/record.js';
import { lastActor, refuseStale } from '../../kernel/records/stale.js';
import { NOTHING_CHANGED, service } from '../../kernel/service.js';
import { findOfShop, type Items, putItems, putNoItems } from './items.js';
import { CompanyShopItems, ShopAddOn, ShopItems } from './schema.js';

const itemsSaved = z.object({ msg: z.string(), item: ShopAddOn });

interface OwnItems {
  readonly id: string;
  readonly shop: string;
  readonly revision?: number | undefined;
  readonly items: Items;
  readonly noItems: boolean;
}

async function putShopItems(ctx: WriteCtx, { id, shop, revision, items, noItems }: OwnItems) {
  await ctx.db('add_ons').where({ id }).forUpdate().first('id');
  const before = await findOfShop(ctx, id, shop);
  await refuseStale(revision, before.revision, async () => ({
    what: `Add-on "${before.name}"`,
    by: await lastActor(ctx.db, id, before.items.length > 0 || before.noItems ? shop : null),
    current: z.encode(ShopAddOn, before),
  }));
  await writeOrRefuse({ what: 'Add-on' }, () => (noItems ? putNoItems(ctx, id, shop) : putItems(ctx, id, shop, items)));
  const item = await findOfShop(ctx, id, shop);
  const changes = difference(pickOwn(before), pickOwn(item));
  if (Object.keys(changes.after).length === 0) {
    ctx.unchanged();
    return { msg: NOTHING_CHANGED, item: before };
  }
  await ctx.audit({ action: 'change own items', entity: 'add-on', id, shopId: shop, ...changes });
  await publishCatalogue(ctx);
  return { msg: 'Addon is updated', item };
}

/** A shop's own fields of an add-on. */
const pickOwn = ({ items, noItems }: z.output<typeof ShopAddOn>) => ({ items, noItems });

export const updateShopAddOn = service({
  summary: "Change your shop's items of an add-on: its own, the standard ones or none",
  permission: 'catalogue.own',
  effect: 'write',
  input: ShopItems,
  output: itemsSaved,
  run: (ctx, input) => putShopItems(ctx, { ...input, shop: getScope(ctx.actor) ?? '' }),
});

export const updateShopAddOnForCompany = service({
  permission: 'catalogue.write',
  effect: 'write',
  summary: "Change a shop's items of an add-on",
  input: CompanyShopItems,
  output: itemsSaved,
  run: async (ctx, input) => {
    if (!(await ctx.db('shops').where({ id: input.shop }).first('id'))) throw notFound('Shop');
    return putShopItems(ctx, input);
  },
});
