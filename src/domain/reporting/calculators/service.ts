import type { z } from 'zod';
import { findCompanySettings } from '../../company/company/queries.js';
import { type ActorCtx, getScope } from '../../kernel/context.js';
import { LargeFile, fileNamePart } from '../../files/file.js';
import { tableFile } from '../../files/table-file.js';
import { notFound } from '../../kernel/errors.js';
import { shedPrices } from '../../catalogue/prices/shed-prices.js';
import type { ShedBox } from '../../pricing/uses/catalogue.js';
import { asCents } from '../../pricing/exact.js';
import { escort, haul } from '../../pricing/costs.js';
import { service } from '../../kernel/service.js';
import { calculatedForCompany, calculatedForShop } from './rules.js';
import { companyCalculatorColumns, shopCalculatorColumns } from './export.js';
import { findModel, findPercents, findSized, type CalculatedSize } from './queries.js';
import {
  CompanyAsked,
  CompanyCalculator,
  ExportForCompany,
  ExportForShop,
  ShopAsked,
  ShopCalculator,
} from './schema.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

/** The haul percent of a dealer that has none set (P5). */
const DEALER_HAUL = 100;

export const getCompanyCalculator = service({
  summary: "Get the sheds of a model with the data that the company's price calculator needs for a shop",
  permission: 'calculators.company',
  effect: 'read',
  input: CompanyAsked,
  output: CompanyCalculator,
  run: (ctx, input) => forCompany(ctx, input),
});

export const getShopCalculator = service({
  summary: "Calculate the sheds of a model with the inputs of the shop's price calculator",
  permission: 'calculators.shop',
  effect: 'read',
  input: ShopAsked,
  output: ShopCalculator,
  run: async (ctx, { model, ...inputs }) => {
    const { own, ...setup } = await forShop(ctx, model);
    const items = calculatedForShop(setup, inputs).map(({ shed, ...figures }) => ({ ...shed, ...figures }));
    return { ...setup, overhead: own, items, total: items.length };
  },
});

export const exportCompanyCalculator = service({
  summary: "Export the company's price calculator as an Excel workbook or CSV",
  permission: 'calculators.company',
  effect: 'read',
  input: ExportForCompany,
  output: LargeFile,
  run: async (ctx, { format, shop, model, ...inputs }) => {
    const setup = await forCompany(ctx, { shop, model });
    const name = `${fileNamePart(setup.model.name)}_${fileNamePart(setup.shop.name)}_Price_Calculator`;
    return tableFile(
      { name, title: setup.model.name, ...toTable(companyCalculatorColumns, calculatedForCompany(setup, inputs)) },
      format,
    );
  },
});

export const exportShopCalculator = service({
  summary: "Export the shop's price calculator as an Excel workbook or CSV",
  permission: 'calculators.shop',
  effect: 'read',
  input: ExportForShop,
  output: LargeFile,
  run: async (ctx, { format, model, ...inputs }) => {
    const setup = await forShop(ctx, model);
    const name = `${fileNamePart(setup.model.name)}_Price_Calculator`;
    return tableFile(
      { name, title: setup.model.name, ...toTable(shopCalculatorColumns, calculatedForShop(setup, inputs)) },
      format,
    );
  },
});

const toTable = <Row, Columns>(columns: Columns, rows: readonly Row[]) => ({
  columns,
  rows,
  count: () => Promise.resolve(rows.length),
});

async function forCompany(ctx: ActorCtx, input: z.output<typeof CompanyAsked>): Promise<CompanyCalculator> {
  const shop = await queryFirstRow<CompanyCalculator['shop']>(
    ctx.db('shops').where({ id: input.shop }).first({ _id: 'id', name: 'name' }),
  );
  if (!shop) throw notFound('Shop');
  const { found, costs, percents } = await readSizes(ctx, { shopId: shop._id, modelId: input.model }, 'company');
  const settings = await findCompanySettings(ctx.db);
  const { dealerCommissionPercent, salesRepCommissionPercent, overheadPercentCompany, overheadPercentShop } = settings;
  const items = costs.map(({ haulBase, ...shed }) => ({
    ...shed,
    haul: haul(settings, haulBase === null ? null : haulBase / 100, DEALER_HAUL),
    escort: escort(settings, shed.width),
  }));
  const shares = { dealerCommissionPercent, salesRepCommissionPercent, overheadPercentCompany, overheadPercentShop };
  return { shop, ...found, percents, ...shares, items, total: items.length };
}

/** The values that the user's shop calculates with; `own` is its overhead, null if the company's applies. */
async function forShop(ctx: ActorCtx, modelId: string) {
  const shopId = getScope(ctx.actor);
  const shop = await queryFirstRow<{ own: number | null }>(
    ctx.db('shops').where({ id: shopId }).first({ own: 'overhead' }),
  );
  if (!shopId || !shop) throw notFound('Shop');
  const { found, costs, percents } = await readSizes(ctx, { shopId, modelId }, 'shop');
  const overhead = shop.own ?? (await findCompanySettings(ctx.db)).overheadPercentShop;
  return { ...found, percents, overhead, own: shop.own, items: costs };
}

/** The sizes of a model at a shop: the box (P6) without overhead, at standard costs and at the shop's costs. */
async function readSizes({ db }: ActorCtx, at: { shopId: string; modelId: string }, side: 'company' | 'shop') {
  const model = await findModel(db, at.modelId);
  const sizes = await findSized(db, at.modelId);
  const prices = await shedPrices(db, { shopId: at.shopId, type: 'INV', shedIds: sizes.map(({ _id }) => _id) });
  const percents = await findPercents(db, { ...at, categoryId: model.category._id }, side);
  const costs = sizes.map((size: CalculatedSize) => {
    const { standard, shop, costUnknown } = prices.get(size._id) ?? never(size);
    const boxCost = ({ materialCost, labor }: ShedBox) =>
      costUnknown.length === 0 ? asCents(materialCost + labor) : null;
    return {
      ...size,
      retailPrice: asCents(size.retailPrice),
      costUnknown: [...costUnknown],
      standardBoxCost: boxCost(standard),
      shopBoxCost: boxCost(shop),
    };
  });
  return { found: model, costs, percents };
}

const never = ({ _id }: CalculatedSize): never => {
  throw new Error(`shed ${_id} has no price`);
};
