import { z } from 'zod';
import { invalid } from '../../kernel/errors.js';
import type { RateType } from '../../pricing/case/case.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordVersion } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { changeShopValues } from '../../kernel/records/shop-values.js';
import { NOTHING_CHANGED, service } from '../../kernel/service.js';
import { findShopFilter, findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { baseStyleKind, findBaseStyles, findShopBaseStyle, findShopBaseStyles, ownBaseStyleKind } from './queries.js';
import {
  BaseStyle,
  BaseStyleFields,
  BaseStyleName,
  ChangeOwnBaseStyles,
  MOST_RATE_PERCENT,
  type RateName,
  rates,
  ShopBaseStyle,
  type StoredValues,
  tooManyPercent,
} from './schema.js';
import { queryCount } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

const Page = Listing.extend({ size: Listing.shape.size.default(500) });
/** The shop whose values are used; always their own for shop users. */
const OfShop = { shop: Id.optional() };
export const listBaseStyles = service({
  summary: 'List base styles at standard values; builders get only names',
  permission: 'catalogue.names',
  effect: 'read',
  input: Page,
  output: { office: getList(BaseStyle), shop: getList(BaseStyle), builder: getList(BaseStyleName) },
  run: async (ctx, listing) => getPage(await findBaseStyles(ctx.db), listing, ['name']),
});

export const listShopBaseStyles = service({
  summary: "List base styles with a shop's values; the office chooses the shop",
  permission: 'catalogue.names',
  effect: 'read',
  input: Page.extend(OfShop),
  output: { office: getList(ShopBaseStyle), shop: getList(ShopBaseStyle), builder: getList(BaseStyleName) },
  run: async (ctx, { shop: requestedShop, ...listing }) => {
    const shop = await findShopFilter(ctx, requestedShop);
    if (!shop) throw invalid('shop', 'is required');
    return getPage(await findShopBaseStyles(ctx.db, shop), listing, ['name']);
  },
});

type Fields = z.output<typeof BaseStyleFields>;
type OwnFields = z.output<typeof ChangeOwnBaseStyles>['baseStyles'][number];

const toRow = ({ name, doorType, doorCost, standardValues }: Fields) => ({
  name,
  door_type: doorType,
  door_cost: doorCost,
  ...Object.fromEntries(
    rates.flatMap((rate): [string, string | number][] => [
      [`${rate.column}_value`, standardValues[rate.name].value],
      [`${rate.column}_type`, standardValues[rate.name].type],
    ]),
  ),
});

type ShopStyle = z.output<typeof ShopBaseStyle>;

/**
 * A shop's own values to store: the given ones over the stored ones. Null if none remain, so that the standard ones
 * apply.
 */
function toStored(fields: OwnFields, index: number, style: ShopStyle): z.output<typeof StoredValues> | null {
  const values = { ...fields, ...fields.shopValues };
  const doorCost = values.doorCost === undefined ? style.shopValues.doorCost : values.doorCost;
  const columns = rates.map(({ name, column }) => {
    const rate = values[name];
    return { column, rate: rate ? typedRate(rate, style, name, index) : rate === null ? null : style.shopValues[name] };
  });
  if (doorCost === null && columns.every(({ rate }) => rate === null)) return null;
  const pairs = columns.flatMap(({ column, rate }) => [
    [`${column}Value`, rate?.value ?? null],
    [`${column}Type`, rate?.type ?? null],
  ]);
  return { doorCost, ...Object.fromEntries(pairs) } as z.output<typeof StoredValues>; // `pairs` has the columns of every rate
}

/**
 * Adds the type to a shop's rate: the given one, or else the shop's, or else the standard one. Throws if the percent
 * is too high for it.
 */
function typedRate(
  { value, type: givenType }: { value: number; type?: RateType | undefined },
  { shopValues, standardValues }: ShopStyle,
  name: RateName,
  index: number,
): { value: number; type: RateType } {
  const type = givenType ?? shopValues[name]?.type ?? standardValues[name].type;
  if (type === 'percent' && value > MOST_RATE_PERCENT)
    throw invalid(`baseStyles.${index}.${name}.value`, tooManyPercent);
  return { value, type };
}

export const createBaseStyle = serviceToCreate({
  kind: baseStyleKind,
  summary: 'Add a base style',
  permission: 'catalogue.write',
  input: BaseStyleFields,
  msg: 'BaseStyle is created',
  write: (ctx, id, fields) => ctx.db('base_styles').insert({ id, ...toRow(fields) }),
});

export const updateBaseStyle = serviceToUpdate({
  kind: baseStyleKind,
  summary: 'Change the standard values of a base style; labor updates at once, existing orders keep theirs',
  permission: 'catalogue.write',
  input: BaseStyleFields.extend(RecordVersion.shape),
  msg: 'BaseStyle is updated',
  write: (ctx, id, fields) => ctx.db('base_styles').where({ id }).update(toRow(fields)),
});

export const updateShopBaseStyles = service({
  summary: "Change a shop's values of base styles; its labor updates at once, existing orders keep theirs",
  permission: 'base-styles.own',
  effect: 'write',
  input: ChangeOwnBaseStyles.extend(OfShop),
  output: z.object({
    msg: z.string(),
    items: z.array(ShopBaseStyle),
    /** Counts the shed labor records that use these base styles. */
    updated: z.int(),
  }),
  run: async (ctx, { baseStyles, shop: requestedShop }) => {
    const shop = await findRequestedShop(ctx, requestedShop);
    if (!shop) throw invalid('shop', 'is required');
    const ids = baseStyles.map(({ _id }) => _id);
    const before = withoutRevision(await findShopBaseStyles(ctx.db, shop, ids));
    for (const [index, change] of baseStyles.entries()) {
      const { _id: id, revision } = change;
      const style = await findShopBaseStyle(ctx.db, { shop, id });
      await changeShopValues(ctx, ownBaseStyleKind, { shop, id, revision }, toStored(change, index, style));
    }
    const items = await findShopBaseStyles(ctx.db, shop, ids);
    const isChanged = withoutRevision(items) !== before;
    const n = await queryCount(ctx.db('shed_labor').whereRaw('base_style_id = any(?)', [ids]));
    return { msg: isChanged ? 'BaseStyle is updated' : NOTHING_CHANGED, items, updated: isChanged ? Number(n) : 0 };
  },
});

/** Base styles as a text that only differs when a value does. */
const withoutRevision = (items: readonly ShopStyle[]): string =>
  JSON.stringify(items.map(({ revision: _, ...values }) => values));

export const deleteBaseStyle = serviceToDelete({
  kind: baseStyleKind,
  summary: 'Delete an unused base style',
  permission: 'catalogue.write',
  msg: 'BaseStyle is deleted',
});
