import { type ActorCtx, getScope } from '../../../kernel/context.js';
import { costCell } from '../../../files/workbook/cost-cell.js';
import type { Sheet, SheetCell, SheetColumn } from '../../../files/workbook/sheet.js';
import { endOfDay, todayAt } from '../../../catalogue/prices/past-day.js';
import { type ShedPrice, shedPrices } from '../../../catalogue/prices/shed-prices.js';
import type { UnknownCost } from '../../../pricing/unknown-cost.js';
import { storedSheds } from '../../reading/sheds/find-sheds.js';
import { modelSheets, sheetsByModel, sizeHeaders } from '../../reading/sheds/places.js';
import { dayColumn, dayLabel, valuesColumn, valuesLabel } from '../../reading/file-values.js';
import type { ExportOptions } from '../../reading/schema.js';

type ComputedColumn = readonly [
  header: string,
  kind: 'money' | 'number' | 'percent',
  of: (price: ShedPrice) => SheetCell,
];

/** A figure that depends on a cost; marked as unknown if the cost is not known. */
const cost = (
  [header, kind, of]: ComputedColumn,
  hangsOn: readonly UnknownCost[] = ['labor', 'material'],
): ComputedColumn => [
  header,
  kind,
  (price) => costCell(!price.costUnknown.some((why) => hangsOn.includes(why)), of(price)),
];

const percent: ComputedColumn = ['Shops_Retail_Percent', 'number', ({ standard }) => standard.shopsRetailPercent];
const price: ComputedColumn = ['Shops_Retail_Price', 'money', ({ standard }) => standard.shopsRetailPrice];

/** The price table's figures for the office, at standard costs. */
const atStandard: readonly ComputedColumn[] = [
  percent,
  price,
  ['Shop_Overhead', 'money', ({ standard }) => standard.shopOverhead],
  cost(['Standard_Box_Material_Cost', 'money', ({ standard }) => standard.materialCost], ['material']),
  cost(['Standard_Labor', 'money', ({ standard }) => standard.labor], ['labor']),
  cost(['Standard_Box_Total_Cost', 'money', ({ standard }) => standard.boxTotalCost]),
  cost(['Standard_Box_Gross_Profit', 'money', ({ standard }) => standard.boxGrossProfit]),
  cost(['Standard_Box_Gross_Profit_Percent', 'percent', ({ standard }) => standard.boxGrossProfitPercent]),
  ['Standard_Addons_Total_Gross_Profit', 'money', ({ standardAddOns }) => standardAddOns.grossProfit],
  ['Standard_Addons_Total_Gross_Profit_Percent', 'percent', ({ standardAddOns }) => standardAddOns.grossProfitPercent],
  cost(['Total_Standard_Gross_Profit', 'money', ({ total }) => total.grossProfit]),
  cost(['Total_Standard_Gross_Profit_Percent', 'percent', ({ total }) => total.percent]),
];

/** The price table's figures for a shop, at its own costs and overhead. */
const atShop: readonly ComputedColumn[] = [
  percent,
  price,
  ['Shop_Overhead', 'money', ({ shop }) => shop.shopOverhead],
  cost(['Shop_Box_Material_Cost', 'money', ({ shop }) => shop.materialCost], ['material']),
  cost(['Shop_Labor', 'money', ({ shop }) => shop.labor], ['labor']),
  cost(['Shop_Box_Total_Cost', 'money', ({ shop }) => shop.boxTotalCost]),
  cost(['Shop_Box_Gross_Profit', 'money', ({ shop }) => shop.boxGrossProfit]),
  cost(['Shop_Box_Gross_Profit_Percent', 'percent', ({ shop }) => shop.boxGrossProfitPercent]),
];

const importedColumns: readonly SheetColumn[] = [
  { header: 'id', kind: 'text', width: 38 },
  ...sizeHeaders,
  { header: 'Retail_Price', kind: 'money' },
  { header: 'Shed_Suite_ID', kind: 'text', width: 16 },
];

/** The last columns of the file: the shop, order type and day of its figures. */
const about: readonly SheetColumn[] = [valuesColumn, { header: 'Order_Type', kind: 'text' }, dayColumn];

/** The headers of all computed columns, and of the order type. */
export const computedHeaders: readonly string[] = [
  ...atStandard.map(([header]) => header),
  ...atShop.map(([header]) => header),
  'Order_Type',
];

/**
 * The price table as a file (P6), for the same shop, order type and day: for the office at standard costs, for a shop
 * at its own costs. Its last columns give shop, order type and day.
 */
export async function exportSheds(
  ctx: ActorCtx,
  { type, at: day, ...options }: ExportOptions,
): Promise<{ name: string; sheets: Sheet[] }> {
  const { db, actor } = ctx;
  const shopId = options.shop ?? null;
  const today = await todayAt(ctx);
  const pastMoment = day && day !== today ? { at: await endOfDay(ctx, day) } : {};
  const sheds = await storedSheds(db, options, pastMoment.at);
  const prices = await shedPrices(db, { shopId, type, shedIds: sheds.map(({ id }) => id), ...pastMoment });
  const computedColumns = getScope(actor) === null ? atStandard : atShop;
  const columns = [...importedColumns, ...computedColumns.map(([header, kind]) => ({ header, kind })), ...about];
  const facts = [await valuesLabel(db, shopId), type, dayLabel(pastMoment.at ? day : undefined, today)];
  const sheets = sheetsByModel(await modelSheets(db), sheds, columns, (shed) => {
    const shedPrices = prices.get(shed.id);
    return [
      shed.id,
      shed.baseStyle,
      shed.width,
      shed.length,
      shed.cents,
      shed.ssId,
      ...computedColumns.map(([, , of]) => (shedPrices ? of(shedPrices) : null)),
      ...facts,
    ];
  });
  return { name: 'Sheds', sheets };
}
