import { z } from 'zod';
import { invalid } from '../../kernel/errors.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordVersion, findRecord, RecordId } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { changeShopValues } from '../../kernel/records/shop-values.js';
import { service } from '../../kernel/service.js';
import { findShopFilter, findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { findShedLabor, findOneShopLabor, findShopLabor, shedLaborKind, ownShedLaborKind } from './queries.js';
import {
  ChangedLabor,
  type LaborFields,
  NewLabor,
  OwnShedLabor,
  OwnLaborFields,
  ShedLabor,
  ShopShedLabor,
} from './schema.js';
import { queryCount } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

/** The shop whose values are used; shop users always get their own. */
const OfShop = { shop: Id.optional() };

const write = { permission: 'catalogue.write', effect: 'write' } as const;

export const listLabor = service({
  summary: 'List the shed labor of a model at standard values',
  permission: 'catalogue.labor',
  effect: 'read',
  input: Listing.extend(RecordId.shape),
  output: getList(ShedLabor),
  run: async (ctx, { id, ...listing }) =>
    getPage(await findShedLabor(ctx.db, { model: id }), listing, ['baseStyle', 'width', 'length']),
});

export const listShopLabor = service({
  summary: "List the shed labor of a model with a shop's values; the office chooses the shop",
  permission: 'prices.view',
  effect: 'read',
  input: Listing.extend(RecordId.shape).extend(OfShop),
  output: getList(ShopShedLabor),
  run: async (ctx, { id, shop: requestedShop, ...listing }) => {
    const shop = await findShopFilter(ctx, requestedShop);
    if (!shop) throw invalid('shop', 'is required');
    return getPage(await findShopLabor(ctx.db, shop, { model: id }), listing, ['baseStyle', 'width', 'length']);
  },
});

export const getLabor = service({
  summary: 'Get one shed labor record at standard or shop values; a shop gets its own',
  permission: 'prices.view',
  effect: 'read',
  input: RecordId.extend(OfShop),
  output: { office: z.union([ShopShedLabor, ShedLabor]), shop: ShopShedLabor },
  run: async (ctx, { id, shop: requestedShop }) => {
    const shop = await findShopFilter(ctx, requestedShop);
    return shop ? findOneShopLabor(ctx.db, { shop, id }) : findRecord(ctx.db, shedLaborKind, id);
  },
});

const toRow = (labor: z.output<typeof LaborFields>) => ({
  base_style_id: labor.baseStyle,
  width: labor.width,
  length: labor.length,
  build_base: labor.standardBuildBase,
  roof_base: labor.standardRoofBase,
  truss_count: labor.standardTrussCount,
  paint_hours: labor.standardPaintHours,
  door_cost: labor.standardDoorCost,
});

export const createLabor = serviceToCreate({
  kind: shedLaborKind,
  ...write,
  summary: 'Add the labor of one size of a model',
  input: NewLabor,
  msg: 'Shed Labor is created',
  write: (ctx, id, { model, ...labor }) => ctx.db('shed_labor').insert({ id, model_id: model, ...toRow(labor) }),
});

export const updateLabor = serviceToUpdate({
  kind: shedLaborKind,
  ...write,
  summary: 'Change the standard values of a shed labor record; existing orders keep their prices',
  input: ChangedLabor.extend(RecordVersion.shape),
  msg: 'Shed Labor is updated',
  write: async (ctx, id, { model, ...labor }) => {
    const modelColumn = model ? { model_id: model } : {};
    await ctx
      .db('shed_labor')
      .where({ id })
      .update({ ...toRow(labor), ...modelColumn });
  },
});

type OwnLabor = z.output<typeof OwnShedLabor>;

export const updateShopLabor = service({
  summary: "Change a shop's values of a shed labor record; existing orders keep their prices",
  permission: 'labor.own',
  effect: 'write',
  input: OwnLaborFields.extend(RecordVersion.shape).extend(OfShop),
  output: z.object({ msg: z.string(), item: ShopShedLabor }),
  run: async (ctx, { id, revision, shop: requestedShop, ...own }) => {
    const shop = await findRequestedShop(ctx, requestedShop);
    if (!shop) throw invalid('shop', 'is required');
    const standard = await findOneShopLabor(ctx.db, { shop, id });
    const values: OwnLabor = {
      buildBase: unless(standard.standardBuildBase, own.buildBase),
      roofBase: unless(standard.standardRoofBase, own.roofBase),
      trussCount: unless(standard.standardTrussCount, own.trussCount),
      paintHours: unless(standard.standardPaintHours, own.paintHours),
      doorCost: own.doorCost,
    };
    const isStandard = Object.values(values).every((value) => value === null);
    await changeShopValues(ctx, ownShedLaborKind, { shop, id, revision }, isStandard ? null : values);
    return { msg: 'Shed Labor is updated', item: await findOneShopLabor(ctx.db, { shop, id }) };
  },
});

/** Null for a value that equals the standard one, so that it follows the standard one. */
const unless = (standard: number, value: number | null): number | null => (value === standard ? null : value);

export const deleteLabor = serviceToDelete({
  kind: shedLaborKind,
  ...write,
  summary: 'Delete a shed labor record that no shed uses',
  msg: 'ShedLabor is deleted',
});

export const checkLabor = service({
  summary: 'Count the shed labor records calculated from base styles; totals are always calculated when read',
  permission: 'prices.view',
  effect: 'read',
  input: z.object({ model: Id.optional(), baseStyle: Id.optional() }),
  output: z.object({ msg: z.string(), rows: z.int() }),
  run: async (ctx, { model, baseStyle }) => {
    const query = ctx.db('shed_labor');
    if (model) query.where({ model_id: model });
    if (baseStyle) query.where({ base_style_id: baseStyle });
    const n = await queryCount(query);
    return { msg: 'Shed Labors is updated succesfully', rows: Number(n) };
  },
});
