import type { Knex } from 'knex';
import { z } from 'zod';
import { scopeOf, type WriteCtx } from '../context.js';
import { notFound } from '../errors.js';
import { findRecord, changeRecord, type RecordKind } from '../records/record.js';
import { readInput, service } from '../service.js';
import { type Metal, metalOf, type MetalName, metals } from './rules.js';
import { ChangeMetal, MetalPrices, MetalSheet } from './schema.js';

interface MetalItem {
  readonly id: string;
  readonly metal: Metal;
  readonly subTotal: number;
}

/** The items of the category Metal that have a metal's name, with what one foot costs at a shop or at standard values. */
async function findMetalItems(db: Knex, shop: string | null): Promise<MetalItem[]> {
  const rows = (await db('items as i')
    .join('item_categories as c', 'c.id', 'i.category_id')
    .joinRaw('left join shop_item_values v on v.item_id = i.id and v.shop_id = ?::uuid', [shop])
    .whereRaw(`lower(trim(c.name)) = 'metal'`)
    .orderBy('i.id')
    .select({ id: 'i.id', name: 'i.name' })
    .select(db.raw('coalesce(v.sub_total, i.sub_total) as "subTotal"'))) as {
    id: string;
    name: string;
    subTotal: number;
  }[];
  return rows.flatMap(({ name, ...row }) => {
    const metal = metalOf(name);
    return metal ? [{ ...row, metal }] : [];
  });
}

type Sheet = z.output<typeof MetalSheet>;

/** What a foot of each metal costs: what its item says, else the price that was typed in. */
async function findSheet(db: Knex, table: 'companies' | 'shops', id: string): Promise<Sheet[]> {
  const suffix = table === 'companies' ? '_standard' : '';
  const columns = Object.fromEntries(metals.map(({ name, column }) => [name, column + suffix]));
  const row = (await db(table)
    .where({ id })
    .first({ _id: 'id', revision: 'revision', ...columns })) as Sheet | undefined;
  if (!row) return [];
  const items = await findMetalItems(db, table === 'shops' ? id : null);
  const prices = metals.map(({ name }) => {
    const item = items.find(({ metal }) => metal.name === name);
    return [name, item?.subTotal ?? row[name]] as const;
  });
  return [{ ...row, ...Object.fromEntries(prices) }];
}

const sheets = async (db: Knex, table: 'companies' | 'shops', ids: string[]): Promise<Sheet[]> =>
  (await Promise.all(ids.map((id) => findSheet(db, table, id)))).flat();

const companyMetal: RecordKind<typeof MetalSheet> = {
  what: 'Company',
  entity: 'company',
  table: 'companies',
  schema: MetalSheet,
  find: (db, ids) => sheets(db, 'companies', ids),
  uses: [],
};
const shopMetal: RecordKind<typeof MetalSheet> = {
  what: 'Shop',
  entity: 'shop',
  table: 'shops',
  schema: MetalSheet,
  find: (db, ids) => sheets(db, 'shops', ids),
  uses: [],
};

/** The metals that no item of the category Metal is named after. */
const unmatchedOf = (items: readonly MetalItem[]): string[] =>
  metals.filter(({ name }) => !items.some(({ metal }) => metal.name === name)).map(({ label }) => label);

export const metalPrices = service({
  summary: 'The ten metal prices per linear foot: of the company, or of a shop; and the metals without an item',
  permission: 'prices.view',
  effect: 'read',
  input: z.object({ shop: z.uuid('is no id').optional() }),
  output: MetalSheet.extend({ unmatched: z.array(z.string()) }),
  run: async (ctx, { shop: asked }) => {
    const shop = scopeOf(ctx.actor) ?? asked;
    const sheet = shop
      ? findRecord(ctx.db, shopMetal, shop)
      : findRecord(ctx.db, companyMetal, await companyId(ctx.db));
    return { ...(await sheet), unmatched: unmatchedOf(await findMetalItems(ctx.db, shop ?? null)) };
  },
});

async function companyId(db: Knex): Promise<string> {
  const company = (await db('companies').first('id')) as { id: string } | undefined;
  if (!company) throw notFound('Company');
  return company.id;
}

type Change = z.output<typeof ChangeMetal>;
const saved = z.object({
  msg: z.string(),
  item: MetalSheet,
  /** How many items cost something else now. */
  updated: z.int(),
  unmatched: z.array(z.string()),
});

const pricesIn = (change: Change): MetalPrices =>
  readInput(
    MetalPrices,
    Object.fromEntries(metals.map(({ name }) => [name, change[name] ?? change[`${name}Standard`] ?? undefined])),
  );

const rowOf = (prices: MetalPrices, suffix: string) =>
  Object.fromEntries(metals.map(({ name, column }) => [column + suffix, prices[name]]));

export const changeCompanyMetal = service({
  summary: "Set the company's ten metal prices: the standard sub-totals of the Metal items of those names",
  permission: 'catalogue.write',
  effect: 'write',
  input: ChangeMetal,
  output: saved,
  run: async (ctx, change) => {
    const prices = pricesIn(change);
    let put: Put = { updated: 0, unmatched: [] };
    const item = await changeRecord(ctx, companyMetal, change, async ({ _id }) => {
      await ctx.db('companies').where({ id: _id }).update(rowOf(prices, '_standard'));
      put = await putPrices(ctx, prices, null);
    });
    return { msg: 'Metal Items are updated', item, ...put };
  },
});

async function putShopMetal(ctx: WriteCtx, change: Change): Promise<z.output<typeof saved>> {
  const { id: shop, revision } = change;
  const own = scopeOf(ctx.actor);
  if (own !== null && own !== shop) throw notFound('Shop');
  if (!(await ctx.db('shops').where({ id: shop }).first('id'))) throw notFound('Shop');
  const prices = pricesIn(change);
  let put: Put = { updated: 0, unmatched: [] };
  const item = await changeRecord(ctx, shopMetal, { id: shop, revision, shopId: shop }, async () => {
    await ctx.db('shops').where({ id: shop }).update(rowOf(prices, ''));
    put = await putPrices(ctx, prices, shop);
  });
  return { msg: 'Shops metal items are updated', item, ...put };
}

export const changeShopMetal = service({
  summary: "Set a shop's ten metal prices: its own sub-totals of the Metal items of those names",
  permission: 'items.change',
  effect: 'write',
  input: ChangeMetal,
  output: saved,
  run: putShopMetal,
});

export const giveStandardMetal = service({
  summary: "Give a shop the company's ten metal prices as its own",
  permission: 'catalogue.write',
  effect: 'write',
  input: ChangeMetal,
  output: saved,
  run: putShopMetal,
});

type Put = Pick<z.output<typeof saved>, 'updated' | 'unmatched'>;

/** Writes the prices that differ into the items, each told in its trail. Freight stays. */
async function putPrices(ctx: WriteCtx, prices: MetalPrices, shop: string | null): Promise<Put> {
  const items = await findMetalItems(ctx.db, shop);
  const changed = items.filter(({ metal, subTotal }) => prices[metal.name] !== subTotal);
  const values = [changed.map(({ id }) => id), changed.map(({ metal }) => prices[metal.name as MetalName])];
  await ctx.db.raw(
    shop
      ? `insert into shop_item_values as v (shop_id, item_id, sub_total)
         select ?::uuid, n.id, n.price from unnest(?::uuid[], ?::numeric[]) as n(id, price)
         on conflict (shop_id, item_id) do update set sub_total = excluded.sub_total, revision = v.revision + 1`
      : `update items i set sub_total = n.price, revision = i.revision + 1, updated_at = now()
           from unnest(?::uuid[], ?::numeric[]) as n(id, price) where i.id = n.id`,
    (shop ? [shop, ...values] : values) as Knex.RawBinding[],
  );
  await ctx.audit(
    changed.map(({ id, metal, subTotal }) => ({
      action: 'change metal price',
      entity: 'item',
      id,
      shopId: shop,
      before: { subTotal },
      after: { subTotal: prices[metal.name] },
    })),
  );
  return { updated: changed.length, unmatched: unmatchedOf(items) };
}
