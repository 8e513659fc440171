import type { Knex } from 'knex';
import { z } from 'zod';
import { getScope, type WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { difference, publishCatalogue } from '../../kernel/records/record.js';
import { refuseStale } from '../../kernel/records/stale.js';
import { readInput, service } from '../../kernel/service.js';
import {
  findMetalItems,
  findSheet,
  lastPricer,
  type MetalItem,
  type Owner,
  PRICED,
  type MetalPriceSheet,
  getSheetShop,
} from './metal-sheet.js';
import { metals } from '../../company/company/metals.js';
import { ChangeMetal, MetalPrices, MetalSheet } from './schema.js';
import { queryFirstRow, rawWith } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

/** The metals without an item of that name in the category Metal. */
const getUnmatched = (items: readonly MetalItem[]): string[] =>
  metals.filter(({ name }) => !items.some(({ metal }) => metal.name === name)).map(({ label }) => label);

export const getMetalPrices = service({
  summary: 'Get the 10 metal prices per linear foot of the company or a shop, and the metals without an item',
  permission: 'prices.view',
  effect: 'read',
  input: z.object({ shop: Id.optional() }),
  output: MetalSheet.extend({ unmatched: z.array(z.string()) }),
  run: async (ctx, { shop: requestedShop }) => {
    const shop = getScope(ctx.actor) ?? requestedShop;
    const owner = shop
      ? ({ table: 'shops', id: shop } as const)
      : ({ table: 'companies', id: await companyId(ctx.db) } as const);
    const sheet = findSheet(ctx.db, owner);
    return { ...(await sheet), unmatched: getUnmatched(await findMetalItems(ctx.db, shop ?? null)) };
  },
});

async function companyId(db: Knex): Promise<string> {
  const company = await queryFirstRow<{ id: string }>(db('companies').first('id'));
  if (!company) throw notFound('Company');
  return company.id;
}

type Change = z.output<typeof ChangeMetal>;
const SaveResult = z.object({
  msg: z.string(),
  item: MetalSheet,
  /** How many items have a new cost. */
  updated: z.int(),
  unmatched: z.array(z.string()),
});

const pricesIn = (change: Change): MetalPrices =>
  readInput(
    MetalPrices,
    Object.fromEntries(metals.map(({ name }) => [name, change[name] ?? change[`${name}Standard`] ?? undefined])),
  );

const toRow = (prices: MetalPrices, suffix: string) =>
  Object.fromEntries(metals.map(({ name, column }) => [column + suffix, prices[name]]));

type PriceUpdate = Pick<z.output<typeof SaveResult>, 'updated' | 'unmatched'>;

/**
 * Sets the ten prices. The owner's own revision stays the same, so that an open form of the owner does not get a
 * conflict. Throws stale-record when `revision` is not that of the current prices.
 */
async function changeSheet(
  ctx: WriteCtx,
  owner: Owner,
  change: Change,
): Promise<PriceUpdate & { item: MetalPriceSheet }> {
  const prices = pricesIn(change);
  const { table, id } = owner;
  const { revision: sheetRevision, ...before } = await findSheet(ctx.db, owner, true);
  await refuseStale(change.revision, sheetRevision, async () => ({
    what: 'The list of metal prices',
    by: await lastPricer(ctx.db, owner),
    current: { ...before, revision: sheetRevision },
  }));
  await ctx
    .db(table)
    .where({ id })
    .update(toRow(prices, table === 'companies' ? '_standard' : ''));
  const result = await putPrices(ctx, prices, getSheetShop(owner));
  const { revision, ...after } = await findSheet(ctx.db, owner);
  const changes = difference(before, after);
  if (result.updated === 0 && Object.keys(changes.after).length === 0) {
    ctx.unchanged();
    return { ...result, item: { ...before, revision: sheetRevision } };
  }
  const entity = table === 'companies' ? 'company' : 'shop';
  await ctx.audit({ action: PRICED, entity, id, shopId: getSheetShop(owner), ...changes });
  await publishCatalogue(ctx);
  return { ...result, item: { ...after, revision } };
}

export const updateCompanyMetalPrices = service({
  summary: "Set the company's 10 metal prices: the standard sub-totals of the Metal items with those names",
  permission: 'catalogue.write',
  effect: 'write',
  input: ChangeMetal,
  output: SaveResult,
  run: async (ctx, change) => ({
    msg: 'Metal Items are updated',
    ...(await changeSheet(ctx, { table: 'companies', id: change.id }, change)),
  }),
});

async function putShopMetal(ctx: WriteCtx, change: Change): Promise<z.output<typeof SaveResult>> {
  const { id } = change;
  const scope = getScope(ctx.actor);
  if (scope !== null && scope !== id) throw notFound('Shop');
  return { msg: 'Shops metal items are updated', ...(await changeSheet(ctx, { table: 'shops', id }, change)) };
}

export const updateShopMetalPrices = service({
  summary: "Set a shop's 10 metal prices: its sub-totals of the Metal items with those names",
  permission: 'items.change',
  effect: 'write',
  input: ChangeMetal,
  output: SaveResult,
  run: putShopMetal,
});

export const copyStandardMetalPrices = service({
  summary: "Copy the company's 10 metal prices to a shop",
  permission: 'catalogue.write',
  effect: 'write',
  input: ChangeMetal,
  output: SaveResult,
  run: putShopMetal,
});

/** Writes the prices that differ into the items, each with a history entry. Freight is unchanged. */
async function putPrices(ctx: WriteCtx, prices: MetalPrices, shop: string | null): Promise<PriceUpdate> {
  const items = await findMetalItems(ctx.db, shop);
  const changedItems = items.filter(({ metal, subTotal }) => prices[metal.name] !== subTotal);
  const values = [changedItems.map(({ id }) => id), changedItems.map(({ metal }) => prices[metal.name])];
  await rawWith(
    ctx.db,
    shop
      ? `insert into shop_item_values as v (shop_id, item_id, sub_total)
         select ?::uuid, n.id, n.price from unnest(?::uuid[], ?::numeric[]) as n(id, price)
         on conflict (shop_id, item_id) do update set sub_total = excluded.sub_total, revision = v.revision + 1`
      : `update items i set sub_total = n.price, revision = i.revision + 1, updated_at = now()
           from unnest(?::uuid[], ?::numeric[]) as n(id, price) where i.id = n.id`,
    shop ? [shop, ...values] : values,
  );
  await ctx.audit(
    changedItems.map(({ id, metal, subTotal }) => ({
      action: 'change metal price',
      entity: 'item',
      id,
      shopId: shop,
      before: { subTotal },
      after: { subTotal: prices[metal.name] },
    })),
  );
  return { updated: changedItems.length, unmatched: getUnmatched(items) };
}
