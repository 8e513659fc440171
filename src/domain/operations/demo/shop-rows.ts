import { newId } from '../../kernel/ids.js';
import { addOnItemRows } from './catalogue-rows.js';
import { sizeName, type Catalogue, type ShopOfFile } from './company-file.js';
import type { Ids } from './names.js';
import type { DemoRow, TableRows } from './rows.js';
import { styleLabor } from './shed-rows.js';

/** The shops with their percents and overrides, and the dealers. Requires the catalogue rows. */
export function shopRows({ shops, dealers }: Catalogue, ids: Ids): TableRows[] {
  const each = (rows: (shop: ShopOfFile, ids: Ids) => readonly DemoRow[]) => shops.flatMap((shop) => rows(shop, ids));
  return [
    ['shops', shops.map((shop) => shopRow(shop, ids))],
    ['shop_percents', each(percentRows)],
    ['shop_item_values', each(itemValueRows)],
    ['shop_base_styles', each(baseStyleRows)],
    ['shop_shed_labor', each(shedLaborRows)],
    ['shop_addon_labor', each(addOnLaborRows)],
    [
      'add_on_items',
      each((shop) => shop.addOnItems.flatMap(({ addOn, items }) => addOnItemRows(addOn, shop.name, items, ids))),
    ],
    ['dealers', dealers.map((dealer) => dealerRow(dealer, ids))],
  ];
}

const listAsks = (shop: ShopOfFile): string => `shop "${shop.name}"`;

function shopRow(shop: ShopOfFile, ids: Ids): DemoRow {
  const { name, defaultEmail, streetAddress, city, state, zipCode, overhead, shopAddOnPercent } = shop;
  const findId = (kind: 'shedCategories' | 'parents', category: string | null) =>
    category === null ? null : ids[kind].id(category, listAsks(shop));
  return {
    id: ids.shops.id(name),
    ...{ name, defaultEmail, streetAddress, city, state, zipCode, overhead, shopAddOnPercent },
    defaultCategoryId: findId('shedCategories', shop.defaultCategory),
    nbAddonCategoryId: findId('parents', shop.nbAddonCategory),
    olAddonCategoryId: findId('parents', shop.olAddonCategory),
  };
}

function percentRows(shop: ShopOfFile, ids: Ids): DemoRow[] {
  const shopId = ids.shops.id(shop.name);
  const none = { categoryId: null, modelId: null };
  const row = (of: DemoRow, percents: DemoRow): DemoRow => ({ id: newId(), shopId, ...none, ...of, ...percents });
  return [
    row({}, shop.percents.default),
    ...shop.percents.categories.map(({ category, ...percents }) =>
      row({ categoryId: ids.shedCategories.id(category, listAsks(shop)) }, percents),
    ),
    ...shop.percents.models.map(({ model, ...percents }) =>
      row({ modelId: ids.models.id(model, listAsks(shop)) }, percents),
    ),
  ];
}

const itemValueRows = (shop: ShopOfFile, ids: Ids): DemoRow[] =>
  shop.itemValues.map(({ item, subTotal, freight }) => ({
    shopId: ids.shops.id(shop.name),
    itemId: ids.items.id(item, listAsks(shop)),
    subTotal,
    freight,
  }));

const baseStyleRows = (shop: ShopOfFile, ids: Ids): DemoRow[] =>
  shop.baseStyles.map(({ name, ...labor }) => ({
    shopId: ids.shops.id(shop.name),
    baseStyleId: ids.baseStyles.id(name, listAsks(shop)),
    ...styleLabor(labor),
  }));

const shedLaborRows = (shop: ShopOfFile, ids: Ids): DemoRow[] =>
  shop.shedLabor.map((row) => ({
    shopId: ids.shops.id(shop.name),
    shedLaborId: ids.shedLabor.id(sizeName(row), listAsks(shop)),
    buildBase: row.buildBase,
    roofBase: row.roofBase,
    trussCount: row.trussCount,
    paintHours: row.paintHours,
    doorCost: row.doorCost,
  }));

const addOnLaborRows = (shop: ShopOfFile, ids: Ids): DemoRow[] =>
  shop.addOnLabor.map(({ name, type, total }) => ({
    shopId: ids.shops.id(shop.name),
    addonLaborId: ids.addOnLabor.id(name, listAsks(shop)),
    type,
    total,
  }));

const dealerRow = ({ shop, ...dealer }: Catalogue['dealers'][number], ids: Ids): DemoRow => ({
  id: newId(),
  ...dealer,
  shopId: shop === null ? null : ids.shops.id(shop, `dealer "${dealer.name}"`),
});
