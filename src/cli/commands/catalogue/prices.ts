import { type Command, Option } from 'commander';
import { previewBaseStyleRates } from '../../../domain/catalogue/base-styles/rates-effect.js';
import { listBaseStyles } from '../../../domain/catalogue/base-styles/service.js';
import { rates } from '../../../domain/catalogue/base-styles/schema.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { previewItemCost } from '../../../domain/catalogue/items/cost-effect.js';
import { listItems } from '../../../domain/catalogue/items/service.js';
import { previewReprice, repriceOrders } from '../../../domain/orders/pricing/reprice-orders.js';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { listShedCategories } from '../../../domain/catalogue/sheds/categories.js';
import { listModels } from '../../../domain/catalogue/sheds/models.js';
import { getPriceTable } from '../../../domain/catalogue/sheds/price-table.js';
import { COST_UNKNOWN, describeLeftOut, sumLeftOut } from '../../../domain/pricing/unknown-cost.js';
import { raiseRetailPrices } from '../../../domain/catalogue/sheds/retail-prices.js';
import { findByName, shopNamed } from '../../named.js';
import { number } from '../../numbers.js';
import { type Cell, dollars, noteRefused, print, printNote, toRows } from '../../output.js';
import { dollarsOr, fractionOr, printEffect } from './prices-effect.js';
import { fieldsOption } from '../../fields.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';

/** `shedworks prices …`: shed costs now or on a past day, the effect of a change, and bulk changes. */
export function registerPrices(program: Command): void {
  const prices = program.command('prices').description('Show and change catalogue prices, costs and gross profit');
  const tables = [
    prices.command('show').description('Show the current price table'),
    prices.command('at <day>').description('Show the price table as of the end of a past day, YYYY-MM-DD'),
  ];
  for (const table of tables) {
    table
      .requiredOption('--category <category>', 'shed category, by name or ID')
      .option('--model <model>', 'model in the category; defaults to all')
      .option('--shop <shop>', 'shop whose percent of retail to use; defaults to the standard percent')
      .addOption(new Option('--type <type>', 'order type').choices(['NB', 'INV']).default('NB'))
      .option(...fieldsOption);
  }
  tables[0]?.action((options: TableOptions) => withContext(options, (ctx) => show(ctx, options, undefined)));
  tables[1]?.action((day: string, options: TableOptions) => withContext(options, (ctx) => show(ctx, options, day)));
  registerPreviews(prices.command('preview').description('Preview the effect of a cost change without saving it'));
  prices
    .command('raise')
    .description('Change the retail prices of a category or model')
    .requiredOption('--category <category>', 'shed category, by name or ID')
    .option('--model <model>', 'model in the category; defaults to all')
    .option('--percent <n>', 'percent to change by; negative lowers prices', number)
    .option('--dollars <n>', 'dollars to change by; negative lowers prices', number)
    .option('--round <dollars>', 'round up to a multiple of this many dollars', number, 0)
    .option('--dry-run', 'show what would happen, change nothing')
    .action((options: RaiseOptions) => withContext(options, (ctx) => raise(ctx, options)));
  prices
    .command('reprice')
    .description("Re-price a shop's open orders at today's prices and costs; Invoiced orders never change")
    .requiredOption('--shop <shop>', 'name or ID')
    .option('--dry-run', 'show what would happen, change nothing')
    .action((options: GlobalOptions & { shop: string; dryRun?: boolean }) =>
      withContext(options, (ctx) => reprice(ctx, options)),
    );
}

interface TableOptions extends GlobalOptions {
  readonly category: string;
  readonly model?: string;
  readonly shop?: string;
  readonly type: 'NB' | 'INV';
}

async function getPlace(ctx: Ctx, { category: categoryName, model }: { category: string; model?: string }) {
  const categories = (await listShedCategories(ctx, { size: 5000 })).items;
  const category = findByName(categories, categoryName, 'shed category')._id;
  if (model === undefined) return { category, model: 'all' as const };
  const models = (await listModels(ctx, { id: category, size: 5000 })).items;
  return { category, model: findByName(models, model, 'model')._id };
}

async function show(ctx: Ctx, options: TableOptions, day: string | undefined): Promise<undefined> {
  const place = await getPlace(ctx, options);
  const shop = options.shop === undefined ? 'all' : await shopNamed(ctx, options.shop);
  const at = day === undefined ? {} : { at: day };
  const { items, total } = await getPriceTable(ctx, { ...place, ...at, shop, type: options.type, size: 5000 });
  print(
    options,
    items,
    toRows(
      {
        model: (row) => row.model.name,
        width: (row) => row.width,
        length: (row) => row.length,
        retail: (row) => dollars(row.retailPrice),
        'shop %': (row) => row.shopsRetailPercent,
        shop: (row) => dollars(row.shopsRetailPrice),
        material: (row) => dollarsOr(row.standardBoxMaterialCost, COST_UNKNOWN),
        labor: (row) => dollarsOr(row.standardLabor, COST_UNKNOWN),
        overhead: (row) => dollars(row.shopOverhead),
        cost: (row) => dollarsOr(row.standardBoxTotalCost, COST_UNKNOWN),
        'box GP': (row) => dollarsOr(row.standardBoxGrossProfit, COST_UNKNOWN),
        'box GP %': (row) => fractionOr(row.standardBoxGrossProfitPercent, COST_UNKNOWN),
        'total GP': (row) => dollarsOr(row.totalStandardGrossProfit, COST_UNKNOWN),
        'total GP %': (row) => fractionOr(row.totalStandardGrossProfitPercent, COST_UNKNOWN),
      },
      items,
    ),
  );
  printNote(`${items.length} of ${total} sheds${day === undefined ? '' : ` as of ${day}`}.`);
  return undefined;
}

function registerPreviews(preview: Command): void {
  preview
    .command('item <name>')
    .description('Preview a new sub-total or freight for an item')
    .option('--sub-total <dollars>', 'dollars per unit', number)
    .option('--freight <dollars>', 'dollars per unit', number)
    .option('--shop <shop>', 'shop whose value to change; defaults to the standard value')
    .action((name: string, options: ItemOptions) => withContext(options, (ctx) => previewItem(ctx, name, options)));
  const style = preview.command('base-style <name>').description('Preview new standard rates for a base style');
  for (const { column, label } of rates)
    style.option(`--${column} <value>`, `${label} rate, in its current type (percent or piece)`, number);
  style
    .option('--door-cost <dollars>', 'dollars for the door', number)
    .action((name: string, options: StyleOptions) => withContext(options, (ctx) => previewStyle(ctx, name, options)));
}

interface ItemOptions extends GlobalOptions {
  readonly subTotal?: number;
  readonly freight?: number;
  readonly shop?: string;
}

async function previewItem(ctx: Ctx, name: string, { shop: shopName, subTotal, freight, ...options }: ItemOptions) {
  if (subTotal === undefined && freight === undefined) throw new UsageError('add --sub-total, --freight or both');
  const shop = shopName === undefined ? undefined : await shopNamed(ctx, shopName);
  const { _id: id } = findByName((await listItems(ctx, {})).items, name, 'item', (item) => item.category.name);
  return printEffect(options, await previewItemCost(ctx, { id, shop, subTotal, freight }));
}

type StyleOptions = GlobalOptions & { readonly doorCost?: number } & Readonly<
    Partial<Record<(typeof rates)[number]['column'], number>>
  >;

async function previewStyle(ctx: Ctx, name: string, options: StyleOptions) {
  const style = findByName((await listBaseStyles(ctx, {})).items, name, 'base style');
  const values = Object.fromEntries(rates.map((rate) => [rate.name, options[rate.column]]));
  const { doorCost } = options;
  return printEffect(options, await previewBaseStyleRates(ctx, { id: style._id, doorCost, standardValues: values }));
}

interface RaiseOptions extends GlobalOptions {
  readonly category: string;
  readonly model?: string;
  readonly percent?: number;
  readonly dollars?: number;
  readonly round: number;
  readonly dryRun?: boolean;
}

async function raise(ctx: Ctx, options: RaiseOptions): Promise<undefined> {
  const { percent, dollars: by, round: step } = options;
  if ((percent === undefined) === (by === undefined)) throw new UsageError('add --percent or --dollars');
  const { category, model } = await getPlace(ctx, options);
  const change = { category, ...(model === 'all' ? {} : { model }), percent, dollars: by, step };
  if (options.dryRun) return printEffect(options, await computeEffect(raiseRetailPrices)(ctx, change));
  const answer = await raiseRetailPrices(ctx, change);
  print(options, answer, [{ updated: answer.updated, unchanged: answer.unchanged }]);
  printNote(`${answer.msg}: ${answer.updated} changed, ${answer.unchanged} unchanged.`);
  return undefined;
}

const formatShopProfit = (figures: { shopProfit: number; costUnknown: readonly string[] }): Cell =>
  figures.costUnknown.length > 0 ? COST_UNKNOWN : dollars(figures.shopProfit);

async function reprice(ctx: Ctx, options: GlobalOptions & { shop: string; dryRun?: boolean }): Promise<number> {
  const shop = await shopNamed(ctx, options.shop);
  const { msg, counts, orders, shops } = await (options.dryRun ? previewReprice : repriceOrders)(ctx, { shop });
  print(
    options,
    orders,
    toRows(
      {
        serial: (order) => order.serialNumber,
        status: (order) => order.status,
        result: (order) => order.reason ?? order.state,
        'shop total before': (order) => dollars(order.before.shopTotal),
        after: (order) => dollars(order.after.shopTotal),
        'GP before': (order) => formatShopProfit(order.before),
        'GP after': (order) => formatShopProfit(order.after),
      },
      orders,
    ),
  );
  noteRefused(
    options,
    orders.flatMap(({ serialNumber, reason }) => (reason ? [[serialNumber, reason] as const] : [])),
  );
  printNote(msg);
  const leftOut = sumLeftOut(shops);
  if (leftOut > 0) printNote(describeLeftOut(leftOut));
  return counts.refused > 0 ? exit.refusedRows : exit.done;
}
