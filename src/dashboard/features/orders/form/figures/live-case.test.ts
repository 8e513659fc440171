import { describe, expect, test } from 'vitest';
import { listLookUps } from '../../../../../domain/catalogue/lookups/service.js';
import { updateOrder } from '../../../../../domain/billing/invoices/life/change-order.js';
import { getOrder } from '../../../../../domain/orders/service.js';
import { useWorld as makeWorld } from '../../../../../domain/testing/world.js';
import type { OrderFigures } from '../../../../../domain/pricing/order.js';
import { explainCell } from '../../../../../domain/pricing/explain/cell.js';
import { figuresInDollars } from '../../../../../domain/pricing/wire.js';
import { type ChangeBody, changeBody } from '../saving/change-body.js';
import { addDollars, expenseGroups, passedOn, totalGroups } from '../../../../components/shared/orders/figure-rows.js';
import { caseFrom, pricedCustomLine, pricedOrNull } from './live-case.js';
import {
  type AddOnChoice,
  figureAt,
  type FigureKey,
  type FiguresShown,
  type Lookups,
  type OrderRecord,
} from '../../../../components/shared/orders/order-types.js';
import {
  type LineValues,
  newAddOnLine,
  newCustomLine,
  type OrderValues,
  replacedLine,
  toValues,
} from '../saving/order-values.js';
import { readSampleRows } from '../../../../../domain/imports/feed/testing/feed-rows.js';

const world = makeWorld();
const readOrder = async (id: string, who: 'office.admin' | 'shop.admin' = 'office.admin') =>
  (await getOrder(world.ctx(who), { id })) as unknown as OrderRecord;
const catalogue = async () => (await listLookUps(world.ctx('office.admin'), {})) as Lookups;

const toPriced = (order: OrderRecord, values: OrderValues, lookups?: Lookups): OrderFigures => {
  const figures = pricedOrNull(caseFrom(order, values, lookups));
  if (!figures) throw new Error('the case is not valid');
  return figures;
};

/** The figures of an order as `priceOrder` returns them, from the wire. */
const figuresOn = (order: OrderRecord, like: object) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, order[key as keyof OrderRecord]]));

function expectSame(figures: OrderFigures, order: OrderRecord): void {
  const { addOns, customAddOns, sqft: _sqft, ...own } = figuresInDollars(figures);
  expect(figuresOn(order, own)).toMatchObject(withoutNulls(own));
  expect(order.addOns).toMatchObject(addOns);
  expect(order.customAddOns).toMatchObject(customAddOns);
}

/** Labor and material have no company view: null in the figures, absent on the wire. */
const withoutNulls = (figures: object): object =>
  JSON.parse(JSON.stringify(figures, (_key, value: unknown) => value ?? undefined)) as object;

async function save(order: OrderRecord, body: ChangeBody): Promise<OrderRecord> {
  const answer = await updateOrder(world.ctx('office.admin'), { id: order._id, revision: order.revision, ...body });
  return answer.order as unknown as OrderRecord;
}

describe('the case of an uploaded order', () => {
  test('gives the figures of the server, for every demo order', async () => {
    const ids = await world.createOrders(58);
    expect(ids).toHaveLength(58);
    for (const id of ids) {
      const order = await readOrder(id);
      expectSame(toPriced(order, toValues(order)), order);
    }
  });

  test('gives the same figures as a save of the same values', async () => {
    const order = await readOrder(await world.createPushedOrder('InQueue'));
    const lookups = await catalogue();
    const began = toValues(order);
    const dealer = lookups.dealers.find(({ _id }) => _id !== began.dealer)?._id ?? '';
    const typedValues: OrderValues = {
      ...began,
      trimColor: 'White',
      dealer,
      shopPercent: 61.2525,
      basePrice: { company: 7123.45 },
      adjustment: { shop: -12.34, company: 20 },
      addOns: began.addOns.map((line, at) => ({ ...line, quantity: at + 2, retailPrice: 99.995 })),
      customAddOns: [
        ...began.customAddOns,
        {
          ...newCustomLine(null),
          name: 'Ramp',
          quantity: 2,
          retailPrice: 80,
          materialCost: { shop: 31.5, standard: null },
        },
      ],
    };
    expectSame(toPriced(order, typedValues, lookups), await save(order, changeBody(began, typedValues)));
  });

  test('prices a line just added from the catalogue as the server does; costs follow', async () => {
    const order = await readOrder(await world.createPushedOrder('InQueue'));
    const lookups = await catalogue();
    const began = toValues(order);
    const percent = lookups.shops.find(({ _id }) => _id === order.shop?._id)?.addOnPercent ?? null;
    const addedLines = lookups.addOns.map((addOn) => ({ ...newAddOnLine(addOn, percent), quantity: 2 }));
    const typedValues = { ...began, trimColor: 'White', addOns: [...began.addOns, ...addedLines] };
    const figures = figuresInDollars(toPriced(order, typedValues, lookups));
    const savedOrder = await save(order, changeBody(began, typedValues));
    expect(figures.addOns.map((line) => line.totalSalePrice)).toEqual(
      savedOrder.addOns.map((line) => line.totalSalePrice),
    );
    expect(figures.grandTotal).toEqual(savedOrder.grandTotal);
  });

  test('drops the amount as sold of an edited line', async () => {
    const order = await readOrder(await world.createPushedOrder('InQueue'));
    const began = toValues(order);
    const asSold = { ...order, addOns: order.addOns.map((line) => ({ ...line, extendedPrice: 555 })) };
    expect(toPriced(asSold, began).addOns[0]?.totalSalePrice.order).toBe(555_00);
    const typedValues = { ...began, addOns: began.addOns.map((line) => ({ ...line, quantity: 3, retailPrice: 10 })) };
    expect(toPriced(asSold, typedValues).addOns[0]?.totalSalePrice.order).toBe(30_00);
  });

  describe('an unknown line of a feed that is assigned an add-on', () => {
    const withLoft = async (loft: object) => {
      const [row] = readSampleRows();
      const buildingAddons = [{ name: 'Loft', price: '420.00', priceIncluded: false, quantity: 1, ...loft }];
      serial += 1;
      const order = { ...row, id: String(serial), serialNumber: `L-${serial}`, buildingAddons };
      const [id = ''] = await world.createOrders([order]);
      return readOrder(id);
    };
    let serial = 100;
    const replacedBy = async (loft: object, name: string, more: Partial<LineValues> = {}) => {
      const order = await withLoft(loft);
      const lookups = await catalogue();
      const began = toValues(order);
      const addOn = lookups.addOns.find((one) => one.name === name) as AddOnChoice;
      const line = { ...replacedLine(began.customAddOns[0] as LineValues, addOn, null, order), ...more };
      const typedValues = { ...began, trimColor: 'White', addOns: [line], customAddOns: [] };
      return { order, began, typed: typedValues, line, lookups };
    };
    const sales = (lines: readonly { readonly totalSalePrice?: object }[]) => lines.map((line) => line.totalSalePrice);

    test.each([
      ['Insulation Package', 3.15, 1, 420],
      ['Insulation Package', 3.15, 3, 1260],
      ['Custom Paint Color', 3, 1, 420],
      ['Display Model Discount', 10, 1, -420],
      ['Gutter', 420, 2, 840],
      ['Cupola', 420, 1, 420],
    ])('stays as sold: %s at %d, quantity %d, for %d', async (name, price, quantity, amount) => {
      const { order, began, typed, line, lookups } = await replacedBy({ quantity }, name);
      expect(line).toMatchObject({ quantity, retailPrice: price });
      const figures = figuresInDollars(toPriced(order, typed, lookups));
      const savedOrder = await save(order, changeBody(began, typed));
      expect(savedOrder.addOns).toMatchObject([{ name, quantity, retailPrice: price, asSold: true, unknown: false }]);
      expect(savedOrder.addOns[0]?.totalSalePrice?.order).toBe(amount);
      expect(sales(figures.addOns)).toEqual(sales(savedOrder.addOns));
      expect(figures.grandTotal).toEqual(savedOrder.grandTotal);
      const again = toValues(savedOrder);
      const later = await save(savedOrder, changeBody(again, { ...again, adjustmentNote: 'later' }));
      expect(sales(later.addOns)).toEqual(sales(savedOrder.addOns));
    });

    test("stays as sold if the call omits its price or repeats the feed's", async () => {
      for (const retailPrice of [undefined, 420]) {
        const { order, line } = await replacedBy({}, 'Insulation Package');
        const addOns = [{ lineNo: line.lineNo ?? 0, addOn: line.addOn, ...(retailPrice ? { retailPrice } : {}) }];
        const savedOrder = await save(order, { addOns, customAddOns: [] });
        expect(savedOrder.addOns).toMatchObject([{ retailPrice: 3.15, totalSalePrice: { order: 420 } }]);
      }
    });

    test('stays in the base price if it was included there', async () => {
      const { order, began, typed, lookups } = await replacedBy({ priceIncluded: true }, 'Insulation Package');
      const figures = figuresInDollars(toPriced(order, typed, lookups));
      const savedOrder = await save(order, changeBody(began, typed));
      expect(savedOrder.addOns).toMatchObject([{ included: true, retailPrice: 0, totalSalePrice: { order: 0 } }]);
      expect(savedOrder.alerts?.map(({ code }) => code)).not.toContain('add-on-price');
      expect(figures.grandTotal).toEqual(savedOrder.grandTotal);
    });

    test("has the catalogue's price if the feed gave none", async () => {
      const { order, began, typed, line, lookups } = await replacedBy({ price: null, quantity: 2 }, 'Cupola');
      const price = lookups.addOns.find(({ name }) => name === 'Cupola')?.retailPrice ?? 0;
      expect(line).toMatchObject({ quantity: 2, retailPrice: price });
      const figures = figuresInDollars(toPriced(order, typed, lookups));
      const savedOrder = await save(order, changeBody(began, typed));
      expect(savedOrder.addOns).toMatchObject([{ retailPrice: price, priceGiven: false }]);
      expect(figures.grandTotal).toEqual(savedOrder.grandTotal);
    });

    test.each([
      [{ retailPrice: 2.5 }, 2.5 * 12 * 24],
      [{ quantity: 2 }, 3.15 * 12 * 24 * 2],
    ])('is priced by newly typed values: %o', async (more, amount) => {
      const { order, began, typed, lookups } = await replacedBy({}, 'Insulation Package', more);
      const figures = figuresInDollars(toPriced(order, typed, lookups));
      const savedOrder = await save(order, changeBody(began, typed));
      expect(savedOrder.addOns).toMatchObject([
        { asSold: false, totalSalePrice: { order: Number(amount.toFixed(2)) } },
      ]);
      expect(figures.grandTotal).toEqual(savedOrder.grandTotal);
    });
  });

  test('has no figures while the typed values are invalid', async () => {
    const order = await readOrder(await world.createPushedOrder('InQueue'));
    const began = toValues(order);
    const wrongValues: Partial<OrderValues>[] = [
      { shopPercent: 1001 },
      { basePrice: { company: NaN } },
      { basePrice: { company: null } },
      { adjustment: { shop: 1.234, company: 0 } },
    ];
    for (const part of wrongValues) expect(pricedOrNull(caseFrom(order, { ...began, ...part }, undefined))).toBeNull();
  });
});

test('a shop sees the cost of a custom line while typing it, and the standard cost follows', async () => {
  const id = await world.createPushedOrder('InQueue');
  const order = await readOrder(id);
  const began = toValues(order);
  const line = { ...newCustomLine(null), name: 'Ramp', quantity: 1, retailPrice: 100 };
  const typedIn = { ...began, trimColor: 'White', customAddOns: [...began.customAddOns, line] };
  await save(order, changeBody(began, typedIn));
  const mine = await readOrder(id, 'shop.admin');
  const storedLine = mine.customAddOns.at(-1) ?? null;
  expect(mine).not.toHaveProperty('pricing');
  const typedLine = toValues(mine).customAddOns.at(-1);
  if (!typedLine) throw new Error('the line is not there');
  const pricedLine = pricedCustomLine(
    { ...typedLine, materialCost: { shop: 20.5, standard: null }, laborCost: { shop: 4, standard: 6 } },
    storedLine,
  );
  expect(pricedLine?.line.totalCost).toEqual({ shop: 24_50, standard: 26_50 });
  expect(pricedLine?.line.profit).toEqual({ shop: 50_50, standard: 48_50 });
});

describe('the tables', () => {
  const withSplit = async () => {
    const order = await readOrder(await world.createPushedOrder('InQueue'));
    const lookups = await catalogue();
    const wantedAddOns = lookups.addOns.filter((addOn) => addOn.discount || addOn.mode === 'companyDealerShopSplit');
    expect(wantedAddOns.length).toBeGreaterThan(1);
    const addOns = [
      ...toValues(order).addOns,
      ...wantedAddOns.map((addOn) => ({ ...newAddOnLine(addOn, null), quantity: 1 })),
    ];
    return save(
      order,
      changeBody(toValues(order), {
        ...toValues(order),
        trimColor: 'White',
        addOns,
        adjustment: { shop: -15, company: 0 },
      }),
    );
  };
  const getValue = (groups: ReturnType<typeof expenseGroups>, id: string, view: string) =>
    groups.flatMap(({ rows }) => rows).find((row) => row.id === id)?.values[view];

  test("add up: what the company pays and passes on is the shop's grand total (P5)", async () => {
    const order = await withSplit();
    const sum = addDollars(
      ...['shedToShop', 'addOnsToShop', 'customToShop', 'adjustmentOfShop', 'passedOn'].map((id) =>
        Number(getValue(expenseGroups(order, [], ['company']), id, 'company')),
      ),
    );
    expect(sum).toBe(figureAt(order, 'grandTotal', 'shop'));
    expect(passedOn(order)).toBeGreaterThan(0);
  });

  test('add up: lines and discounts make the profit of the add-ons (P5)', async () => {
    const order = await withSplit();
    const lines = order.addOns.map((line) => ({ ...line, discount: line.addOn.discount, isUncosted: false }));
    const groups = expenseGroups(order, lines, ['shop', 'standard']);
    for (const view of ['shop', 'standard'] as const) {
      const parts = addDollars(
        Number(getValue(groups, 'lineProfits', view)),
        Number(getValue(groups, 'discounts', view)),
      );
      expect(parts).toBe(figureAt(order, 'addOnsProfitDollars', view));
    }
    expect(getValue(groups, 'discounts', 'shop')).toBeLessThan(0);
  });

  test('show no percent for negative revenue', () => {
    const views = (amount: number) => ({ shop: amount, standard: amount, company: amount, order: amount });
    const figures: FiguresShown = {
      addOnsTotal: views(-10),
      addOnsProfitDollars: views(-10),
      addOnsProfitPercent: views(1),
      grandTotal: views(100),
      profitPercent: views(0.25),
    };
    const groups = expenseGroups(figures, [], ['shop', 'company']);
    expect(getValue(groups, 'addOnsProfitPercent', 'shop')).toBeNull();
    expect(getValue(groups, 'addOnsProfitPercent', 'company')).toBeNull();
    expect(getValue(groups, 'profitPercent', 'company')).toBe(0.25);
  });

  test('explain every figure they show', async () => {
    const order = await withSplit();
    const input = caseFrom(order, toValues(order), undefined);
    const figures = pricedOrNull(input);
    if (!figures) throw new Error('the case is not valid');
    const lines = order.addOns.map((line) => ({ ...line, discount: line.addOn.discount, isUncosted: false }));
    const groups = [
      ...totalGroups(order, ['shop', 'company', 'order'], order.shedSuite),
      ...expenseGroups(order, lines, ['shop', 'standard', 'company']),
    ];
    const shownCells = groups.flatMap(({ rows }) =>
      rows.flatMap((row) => Object.entries(row.values).map(([view, value]) => ({ row, view, value }))),
    );
    for (const { row, view, value } of shownCells.filter((cell) => typeof cell.value === 'number')) {
      const explanation = explainCell(row.id, view, { input, figures, shedSuite: order.shedSuite ?? null });
      expect(explanation, `${row.id}.${view}`).not.toBeNull();
      if (row.kind !== 'fraction') expect(Number(explanation?.result.replace(/[$,]/g, ''))).toBe(value);
    }
    expect(shownCells.length).toBeGreaterThan(100);
    expect(figureAt(order, 'profitDollars' satisfies FigureKey, 'company')).toBeTypeOf('number');
  });
});
