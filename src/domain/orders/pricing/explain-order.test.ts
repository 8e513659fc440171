import { describe, expect, test } from 'vitest';
import { formatCents, formatDollars, formatFraction } from '../../kernel/cents.js';
import type { ActorCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { cellViews, explainCell } from '../../pricing/explain/cell.js';
import { homeShop, useWorld, type ActorName } from '../../testing/world.js';
import { findOrder } from '../reads/detail-query.js';
import { pricedFor } from './explain.js';
import { findPriced, type PricedOrder } from './explain-query.js';
import { explainOrder } from './explain-order.js';
import { officeFigures, officeLineFigures, shopFigures, shopLineFigures } from './figure-schema.js';
import { getOrder } from '../service.js';

const world = useWorld();
const knownFigures = {
  shop: { figures: shopFigures, lines: shopLineFigures },
  office: { figures: officeFigures, lines: officeLineFigures },
};
type Cell = { readonly row: string; readonly column: (typeof cellViews)[number] };

/** The whole demo feed as orders of the home shop, as if pushed, including rows that did not match. */
async function demoOrders(): Promise<string[]> {
  const ids = await world.createOrders(58);
  const shop_id = await world.findShopId(homeShop);
  await world.db('orders').whereIn('id', ids).update({ shop_id, status: 'InQueue', alerts: '[]' });
  return ids;
}

interface FoundOrder extends Record<string, unknown> {
  readonly addOns: readonly Record<string, unknown>[];
  readonly customAddOns: readonly Record<string, unknown>[];
}
const readStored = async (id: string) =>
  (await findOrder(world.ctx('office.admin') as ActorCtx, id)) as unknown as FoundOrder;

/** The cells of the figures that a side sees of an order. */
function getCells(order: FoundOrder, side: keyof typeof knownFigures): Cell[] {
  const views = (row: string, shape: object): Cell[] =>
    cellViews.filter((view) => view in shape).map((column) => ({ row, column }));
  const shapes = (all: object) => Object.entries(all) as [string, { shape?: object }][];
  return [
    ...shapes(knownFigures[side].figures).flatMap(([key, { shape }]) =>
      shape ? views(key, shape) : [{ row: key, column: 'company' as const }],
    ),
    ...(['addOns', 'customAddOns'] as const).flatMap((list) =>
      order[list].flatMap((_, at) =>
        shapes(knownFigures[side].lines).flatMap(([key, { shape = {} }]) => views(`${list}[${at}].${key}`, shape)),
      ),
    ),
  ];
}

function storedAt(order: FoundOrder, { row, column }: Cell): number {
  const [, list, at, key] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(row) ?? [];
  const figure = list ? order[list as 'addOns'][Number(at)]?.[key ?? ''] : order[row];
  return typeof figure === 'number' ? figure : Number((figure as Record<string, number>)[column]);
}

const readDecided = async (who: ActorName, id: string) =>
  (await findPriced(world.ctx(who) as ActorCtx, id)) as PricedOrder;
const ask = (who: ActorName, id: string, cell: Partial<Cell>) => explainOrder(world.ctx(who), { id, ...cell });
const refusal = (promise: Promise<unknown>) =>
  promise.then(String, (error: { code: string; message: string }) => [error.code, error.message]);

describe('every figure that a side sees', () => {
  test.each([
    ['office.admin', 'office'],
    ['shop.user', 'shop'],
  ] as const)('is explained to %s as stored, for every demo order', async (who, side) => {
    for (const id of await demoOrders()) {
      const order = await readStored(id);
      const pricedOrder = pricedFor(side, await readDecided(who, id));
      for (const cell of getCells(order, side)) {
        const value = storedAt(order, cell);
        const expected = cell.row.includes('Percent') ? [formatFraction(value), '—'] : [formatCents(value)];
        expect(expected, `${cell.row}.${cell.column}`).toContain(
          explainCell(cell.row, cell.column, pricedOrder)?.result,
        );
      }
    }
  });

  test('is answered with the names of lines; by default the grand total of the shop', async () => {
    const id = await world.createPushedOrder('InQueue');
    const order = await readStored(id);
    for (const who of ['office.admin', 'shop.user', 'view.only'] as const) {
      const cells = getCells(order, who === 'shop.user' ? 'shop' : 'office');
      for (const cell of cells) expect((await ask(who, id, cell)).title).not.toBe('');
      expect((await ask(who, id, {})).result).toBe(formatCents(storedAt(order, { row: 'grandTotal', column: 'shop' })));
      const { inputs } = await ask(who, id, { row: 'addOnsTotal' });
      expect(inputs.map(({ label }) => label)).toEqual(order.addOns.map(({ name }) => name));
      expect(inputs.length).toBeGreaterThan(0);
    }
  });
});

describe('a shop', () => {
  test('sees no company amount in any explanation of any demo order', async () => {
    const ids = await demoOrders();
    await plant();
    let explainedCount = 0;
    for (const id of ids) {
      const order = await readStored(id);
      const secret = await readSecrets(id, order);
      expect(secret.size).toBeGreaterThan(5);
      const pricedOrder = pricedFor('shop', await readDecided('shop.admin', id));
      for (const { row, column } of [...getCells(order, 'office'), ...cellsOfTables]) {
        const explanation = explainCell(row, column, pricedOrder);
        if (!explanation) continue;
        explainedCount += 1;
        const words = [...explanation.inputs.map(({ value }) => value), explanation.result].flatMap((text) =>
          text.split(' '),
        );
        expect(
          words.filter((word) => secret.has(word)),
          `${row}.${column} of ${id}`,
        ).toEqual([]);
        expect(JSON.stringify(explanation), `${row}.${column}`).not.toMatch(/313\.37|31,?337\.77/);
      }
    }
    expect(explainedCount).toBeGreaterThan(5000);
  });

  test('gets no explanation of a hidden figure, as if it did not exist', async () => {
    const id = await world.createPushedOrder('InQueue');
    const order = await readStored(id);
    const shopCells = new Set(getCells(order, 'shop').map(({ row, column }) => `${row}.${column}`));
    const officeOnlyCells = getCells(order, 'office').filter(({ row, column }) => !shopCells.has(`${row}.${column}`));
    expect(officeOnlyCells.length).toBeGreaterThan(20);
    const unknown = await refusal(ask('shop.admin', id, { row: 'nothing' }));
    for (const cell of [
      ...officeOnlyCells,
      { row: 'passedOn', column: 'company' },
      { row: 'difference', column: 'order' },
    ] as Cell[])
      expect(await refusal(ask('shop.admin', id, cell)), `${cell.row}.${cell.column}`).toEqual(unknown);
    expect(unknown).toEqual(['not-found', 'Figure not found']);
  });

  test("cannot see another shop's order, nor a New one", async () => {
    const id = await world.createPushedOrder('InQueue');
    const [newOrder = ''] = await world.createOrders(1);
    const { shop_id } = (await world.db('orders').where({ id }).first('shop_id')) as { shop_id: string };
    await world.db('orders').where({ id: newOrder }).update({ shop_id });
    const unknown = await refusal(ask('other.shop', newId(), {}));
    expect(unknown).toEqual(['not-found', 'Order not found']);
    expect(await refusal(ask('other.shop', id, {}))).toEqual(unknown);
    expect(await refusal(ask('shop.admin', newOrder, {}))).toEqual(unknown);
    expect((await ask('office.user', newOrder, {})).result).toMatch(/^\$/);
  });
});

test('a builder gets no explanation', async () => {
  const id = await world.createPushedOrder('Building');
  expect(await refusal(ask('builder', id, {}))).toEqual(['permission-denied', 'Permission Denied']);
});

test('an order that matched nothing is also explained', async () => {
  const id = await world.createPushedOrder('InQueue');
  await world.db('orders').where({ id }).update({ snapshot: null });
  for (const who of ['office.admin', 'shop.admin'] as const)
    expect(await ask(who, id, { row: 'builderLabor' })).toMatchObject({ rule: 'P2', result: '$0.00' });
});

/** Rows of the company's tables that are not figures on their own. */
const cellsOfTables: readonly Cell[] = [
  'shedSuite difference passedOn discounts lineProfits adjustmentToShop adjustmentOfShop shedToShop addOnsToShop customToShop shopTotal',
]
  .flatMap((rows) => rows.split(' '))
  .flatMap((row) => cellViews.map((column) => ({ row, column })));

/** Puts recognizable company settings in every order snapshot, and prices that no other record has. */
async function plant(): Promise<void> {
  const settings =
    'overheadPercentCompany dealerCommissionPercent salesRepCommissionPercent shopToLotPercent lotToCustomerPercent fourteenWideEscort sixteenWideEscort fuelSurcharge';
  const company = Object.fromEntries(
    settings.split(' ').map((key) => [key, /Percent/.test(key) ? 313.3777 : 31_337.77]),
  );
  await world.db.raw(
    `update price_snapshots set content = content || jsonb_build_object('company', content -> 'company' || ?::jsonb, 'haulBase', 31337.77, 'dealer', ?::jsonb) where content -> 'company' is not null`,
    [JSON.stringify(company), JSON.stringify({ haulPercent: 313.3777 })],
  );
  await world.db('orders').update({ base_price_company: 31_337_77 });
  await world.db.raw('update order_lines set retail_price = retail_price + 0.13, extended_price = extended_price + 13');
}

/** The company's amounts of an order as they would be shown, except those that the shop's own order also shows. */
async function readSecrets(id: string, order: FoundOrder): Promise<Set<string>> {
  const ownCells = new Set<string>();
  JSON.stringify(await getOrder(world.ctx('shop.admin'), { id }), (_key, value: unknown) => {
    if (typeof value === 'number') ownCells.add(formatDollars(value));
    return value;
  });
  const mine = new Set(getCells(order, 'shop').map(({ row, column }) => `${row}.${column}`));
  const shopOrder = pricedFor('shop', await readDecided('shop.admin', id));
  for (const { row, column } of getCells(order, 'shop'))
    ownCells.add(explainCell(row, column, shopOrder)?.result ?? '');
  const officeOrder = pricedFor('office', await readDecided('office.admin', id));
  const amounts = getCells(order, 'office')
    .filter(({ row, column }) => !mine.has(`${row}.${column}`) && !row.endsWith('Percent'))
    .map(({ row, column }) => explainCell(row, column, officeOrder)?.result ?? 'not explained');
  return new Set(amounts.filter((amount) => !ownCells.has(amount)));
}
