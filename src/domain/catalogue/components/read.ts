import type { Knex } from 'knex';
import type { z } from 'zod';
import { queryRows } from '../../kernel/database/rows.js';
import { notFound } from '../../kernel/errors.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage, refuseHiddenSort } from '../../kernel/records/page.js';
import { serviceToGet } from '../../kernel/records/writes.js';
import { findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { service } from '../../kernel/service.js';
import { componentCosts } from '../prices/component-costs.js';
import { componentKind, selectComponents } from './queries.js';
import { type Component, PricedComponent, IdOrAll } from './schema.js';

type Row = Omit<z.output<typeof Component>, 'standardItems'>;

export const listComponents = service({
  summary: 'List the components of a category and a shed category, with standard and shop costs',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({
    category: IdOrAll,
    shedCategory: IdOrAll,
    shop: IdOrAll,
    size: Listing.shape.size.default(500),
  }),
  output: { office: getList(PricedComponent), shop: getList(PricedComponent), builder: getList(NamedRecord) },
  run: async (ctx, { category, shedCategory, shop, ...listing }) => {
    refuseHiddenSort(ctx, listing.sort, (field) => field in NamedRecord.shape);
    const query = selectComponents(ctx.db);
    if (category !== 'all') query.where('c.category_id', category);
    if (shedCategory !== 'all') query.where('c.shed_category_id', shedCategory);
    const rows = await addCosts(ctx.db, await queryRows<Row>(query), await findRequestedShop(ctx, shop));
    return getPage(rows, listing, ['name', 'category', 'shedCategory']);
  },
});

/** P3: components with their costs. */
async function addCosts(db: Knex, rows: readonly Row[], shopId: string | null) {
  const costs = await componentCosts(db, { ids: rows.map(({ _id }) => _id), shopId });
  return rows.flatMap((row) => {
    const cost = costs.get(row._id);
    return cost ? [{ ...row, componentStandardTotalCost: cost.standard, componentShopTotalCost: cost.shop }] : [];
  });
}

export const getComponent = serviceToGet({
  kind: componentKind,
  summary: 'Get one component with its standard items',
  permission: 'catalogue.names',
});

/** A component with its costs. Throws if it was deleted in the meantime. */
export async function priceComponent(
  db: Knex,
  component: Row,
  shopId: string | null,
): Promise<z.output<typeof PricedComponent>> {
  const [item] = await addCosts(db, [component], shopId);
  if (!item) throw notFound('Component');
  return item;
}
