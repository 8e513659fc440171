import type { Command } from 'commander';
import { formatDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { getDemand } from '../../../domain/purchasing/inventory/demand.js';
import { getStock } from '../../../domain/catalogue/items/stock.js';
import { getShop } from '../../named.js';
import { fieldsOption } from '../../fields.js';
import { type Columns, print, printNote, toRows } from '../../output.js';
import { type GlobalOptions, withContext } from '../../run.js';

interface OfShop extends GlobalOptions {
  readonly shop?: string;
}

/** `shedworks inventory …`: a shop's stock, and what it should order. */
export function registerInventory(program: Command): void {
  const inventory = program
    .command('inventory')
    .description('Show the stock of a shop and the material its orders need');
  const shop = ['--shop <shop>', "name or ID; defaults to the acting user's shop"] as const;
  inventory
    .command('demand')
    .description(
      'List what the open orders of a shop need compared with its stock, by vendor, with quantities to order',
    )
    .option(...shop)
    .option(...fieldsOption)
    .option('--short', 'only items to order')
    .option('--on-hold', 'include orders on hold')
    .option('--no-building', 'exclude orders under construction')
    .action((options: DemandOptions) => withContext(options, (ctx) => demand(ctx, options)));
  inventory
    .command('list')
    .description('List the stock of a shop by category and item')
    .option(...shop)
    .option(...fieldsOption)
    .option('--low', 'only items below an order point')
    .action((options: OfShop & { low?: boolean }) => withContext(options, (ctx) => list(ctx, options)));
}

interface DemandOptions extends OfShop {
  readonly short?: boolean;
  readonly onHold?: boolean;
  readonly building: boolean;
}

type DemandItem = Awaited<ReturnType<typeof getDemand>>['items'][number];
const demandColumns: Columns<DemandItem> = {
  vendor: (row) => row.vendor?.name ?? '',
  category: (row) => row.category.name,
  item: (row) => row.name,
  needed: (row) => row.needed,
  current: (row) => row.current,
  received: (row) => row.received,
  'on order': (row) => row.onOrder,
  drafted: (row) => row.drafted,
  short: (row) => row.short,
  'to order': (row) => row.suggested,
  pack: (row) => row.pack ?? '',
};

type StockItem = Awaited<ReturnType<typeof getStock>>['items'][number];
const stockColumns: Columns<StockItem> = {
  category: (row) => row.category.name,
  item: (row) => row.name,
  current: (row) => row.quantityInCurrent,
  received: (row) => row.quantityInRecieved,
  'on order': (row) => row.quantityOnOrder,
  level: (row) => row.stock ?? '',
};

async function demand(ctx: Ctx, { short, onHold, building, ...options }: DemandOptions): Promise<undefined> {
  const demand = await getDemand(ctx, {
    id: await getShop(ctx, options.shop),
    building: building ? 'yes' : 'no',
    onHold: onHold ? 'yes' : 'no',
    only: short ? 'toOrder' : '',
  });
  print(options, demand, toRows(demandColumns, demand.items));
  const { needed, toOrder, amount } = demand.totals;
  printNote(
    `${demand.shop.name}: ${demand.orders} orders need ${needed} items; ${toOrder} to order, about ${formatDollars(amount)}.`,
  );
  return undefined;
}

async function list(ctx: Ctx, { low, ...options }: OfShop & { low?: boolean }): Promise<undefined> {
  const stock = await getStock(ctx, { id: await getShop(ctx, options.shop), ...(low ? { stock: 'low' } : {}) });
  print(options, stock, toRows(stockColumns, stock.items));
  printNote(`${stock.items.length} of ${stock.total} items.`);
  return undefined;
}
