import { z } from 'zod';
import { invalid } from '../errors.js';
import { Listing, listOf, pageOf } from '../records/page.js';
import { addRecord, Changed, changeRecord, deleteRecord, RecordId } from '../records/record.js';
import { changeShopValues } from '../records/shop-values.js';
import { service } from '../service.js';
import { ownOrAsked, shopAsked } from '../shops/asked.js';
import { baseStyleKind, findBaseStyles, findShopBaseStyle, findShopBaseStyles, ownBaseStyleKind } from './queries.js';
import {
  BaseStyle,
  BaseStyleFields,
  BaseStyleName,
  ChangeOwnBaseStyles,
  rates,
  ShopBaseStyle,
  type StoredValues,
} from './schema.js';

const Page = Listing.extend({ size: Listing.shape.size.default(500) });
/** Whose values; a shop's people have their own. */
const OfShop = { shop: z.uuid('is no id').optional() };
const saved = z.object({ msg: z.string(), item: BaseStyle });

export const listBaseStyles = service({
  summary: 'Base styles at standard values; to a builder their names',
  permission: 'catalogue.names',
  effect: 'read',
  input: Page,
  output: { office: listOf(BaseStyle), shop: listOf(BaseStyle), builder: listOf(BaseStyleName) },
  run: async (ctx, listing) => pageOf(await findBaseStyles(ctx.db), listing, ['name']),
});

export const listShopBaseStyles = service({
  summary: 'Base styles with the own values of the shop; the office names the shop',
  permission: 'catalogue.names',
  effect: 'read',
  input: Page.extend(OfShop),
  output: { office: listOf(ShopBaseStyle), shop: listOf(ShopBaseStyle), builder: listOf(BaseStyleName) },
  run: async (ctx, { shop: asked, ...listing }) => {
    const shop = await ownOrAsked(ctx, asked);
    if (!shop) throw invalid('shop', 'must be named');
    return pageOf(await findShopBaseStyles(ctx.db, shop), listing, ['name']);
  },
});

type Fields = z.output<typeof BaseStyleFields>;
type OwnFields = z.output<typeof ChangeOwnBaseStyles>['baseStyles'][number];

const rowOf = ({ name, doorType, doorCost, standardValues }: Fields) => ({
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

/** The own values as they are stored, those that are named over those there are; null where none is left, so that the standard ones count. */
function storedOf(
  named: OwnFields,
  current: z.output<typeof ShopBaseStyle>['shopValues'],
): z.output<typeof StoredValues> | null {
  const own = { ...current, ...named, ...named.shopValues };
  if (own.doorCost === null && rates.every(({ name }) => own[name] === null)) return null;
  const pairs = rates.flatMap(({ name, column }) => [
    [`${column}Value`, own[name]?.value ?? null],
    [`${column}Type`, own[name]?.type ?? null],
  ]);
  return { doorCost: own.doorCost, ...Object.fromEntries(pairs) } as z.output<typeof StoredValues>;
}

export const addBaseStyle = service({
  summary: 'Add a base style',
  permission: 'catalogue.write',
  effect: 'write',
  input: BaseStyleFields,
  output: saved,
  run: async (ctx, fields) => {
    const item = await addRecord(ctx, baseStyleKind, (id) => ctx.db('base_styles').insert({ id, ...rowOf(fields) }));
    return { msg: 'BaseStyle is created', item };
  },
});

export const changeBaseStyle = service({
  summary: 'Change a base style at standard values; labor follows at once, orders keep theirs',
  permission: 'catalogue.write',
  effect: 'write',
  input: BaseStyleFields.extend(Changed.shape),
  output: saved,
  run: async (ctx, { id, revision, ...fields }) => {
    const item = await changeRecord(ctx, baseStyleKind, { id, revision }, () =>
      ctx.db('base_styles').where({ id }).update(rowOf(fields)),
    );
    return { msg: 'BaseStyle is updated', item };
  },
});

export const changeShopBaseStyles = service({
  summary: "Change a shop's own values of base styles; its labor follows at once, orders keep theirs",
  permission: 'base-styles.own',
  effect: 'write',
  input: ChangeOwnBaseStyles.extend(OfShop),
  output: z.object({
    msg: z.string(),
    items: z.array(ShopBaseStyle),
    /** How many shed labors are reckoned with these base styles. */
    updated: z.int(),
  }),
  run: async (ctx, { baseStyles, shop: asked }) => {
    const shop = await shopAsked(ctx, asked);
    if (!shop) throw invalid('shop', 'must be named');
    for (const own of baseStyles) {
      const { _id: id, revision } = own;
      const { shopValues } = await findShopBaseStyle(ctx.db, { shop, id });
      await changeShopValues(ctx, ownBaseStyleKind, { shop, id, revision }, storedOf(own, shopValues));
    }
    const ids = baseStyles.map(({ _id }) => _id);
    const [{ n }] = (await ctx.db('shed_labor').whereRaw('base_style_id = any(?)', [ids]).count({ n: '*' })) as [
      { n: number },
    ];
    return {
      msg: 'BaseStyle is updated',
      items: await findShopBaseStyles(ctx.db, shop, ids),
      updated: Number(n),
    };
  },
});

export const deleteBaseStyle = service({
  summary: 'Delete a base style that nothing uses',
  permission: 'catalogue.write',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    await deleteRecord(ctx, baseStyleKind, id);
    return { msg: 'BaseStyle is deleted' };
  },
});
