import fc from 'fast-check';
import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import {
  defaultLinePercent,
  defaultPercentSql,
  paysNoShop,
  paysShopSql,
  share,
  sqlByMode,
} from '../../pricing/allocation.js';
import { explain, type Explanation } from '../../pricing/explain/explain.js';
import { type LineFigures, type OrderFigures, priceOrder } from '../../pricing/order.js';
import { addOnUnit, componentCost, shedBox, shedGrossProfit, standardAddOns } from '../../pricing/uses/catalogue.js';
import {
  addOnTypes,
  allocationFlags,
  type CaseAddOn,
  type CaseComponent,
  type CaseItem,
  type PricingCase,
} from '../../pricing/case/case.js';
import { shopPercent } from '../../pricing/percent.js';
import { costUnknown } from '../../pricing/unknown-cost.js';
import { makeDecimal, pricingCase } from '../../testing/pricing-cases.js';
import { useWorld } from '../../testing/world.js';
import { addOnPrices } from './add-on-prices.js';
import { componentCosts } from './component-costs.js';
import { shedPrices } from './shed-prices.js';

const world = useWorld();

const unset = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const price = fc.oneof(makeDecimal(2, 0, 900), makeDecimal(4, 0, 99_999.9999));
const quantity = fc.oneof(fc.integer({ min: 0, max: 12 }), makeDecimal(4, 0, 400));
const feet = fc.oneof(fc.integer({ min: 6, max: 20 }), makeDecimal(4, 0.5, 99.9999), fc.constantFrom(13.9999, 14));
const cents = fc.integer({ min: 0, max: 3_000_000 });
const percent = fc.oneof(makeDecimal(2, 0, 100), makeDecimal(4, 0, 1000));
const at = fc.nat({ max: 1000 });

const itemRow = fc.record({
  sub: price,
  freight: price,
  own: unset(fc.record({ sub: unset(price), freight: unset(price) })),
});
const part = fc.record({ item: at, quantity, replaceItem: fc.boolean(), replacement: unset(at) });
const labor = fc.record({ type: fc.constantFrom(...addOnTypes), total: price });
const addOnRow = fc.record({
  type: fc.constantFrom(...addOnTypes),
  retail: fc.oneof(makeDecimal(2, 0, 100), makeDecimal(4, 0, 9000)),
  percent: unset(percent),
  mode: unset(fc.constantFrom(...allocationFlags)),
  discount: fc.boolean(),
  nonInventory: unset(price),
  labor: unset(fc.record({ standard: labor, own: unset(labor) })),
  items: fc.array(part, { maxLength: 4 }),
  own: unset(fc.array(part, { minLength: 1, maxLength: 3 })),
});
const rate = fc.record({ value: price, type: fc.constantFrom('percent', 'piece') });
const rates = fc.record({ build: rate, roof: rate, truss: rate, paint: rate });
const ownRates = fc.record({
  build: unset(rate),
  roof: unset(rate),
  truss: unset(rate),
  paint: unset(rate),
  door: unset(cents),
});
const bases = fc.record({ build: price, roof: price, truss: quantity, paint: quantity, door: unset(cents) });
const ownBases = fc.record({
  build: unset(price),
  roof: unset(price),
  truss: unset(quantity),
  paint: unset(quantity),
  door: unset(cents),
});
const percents = unset(
  fc.record(
    Object.fromEntries(
      ['eight_ten_twelve', 'fourteen_sixteen'].flatMap((group) =>
        ['nb', 'inv'].flatMap((kind) =>
          [`${group}_${kind}_percent`, `standard_${group}_${kind}_percent`].map((key) => [
            key,
            unset(makeDecimal(4, 0, 100)),
          ]),
        ),
      ),
    ) as Record<string, fc.Arbitrary<number | null>>,
  ),
);
const use = fc.record({ of: at, quantity });
const shedRow = fc.record({
  width: feet,
  length: feet,
  retail: cents,
  components: fc.uniqueArray(use, { maxLength: 4, selector: ({ of }) => of % 6 }),
  addOns: fc.uniqueArray(use, { maxLength: 5, selector: ({ of }) => of % 8 }),
  labor: unset(fc.record({ standard: bases, own: unset(ownBases) })),
});
const catalogue = fc.record({
  items: fc.array(itemRow, { minLength: 12, maxLength: 12 }),
  components: fc.array(fc.array(part, { maxLength: 4 }), { minLength: 6, maxLength: 6 }),
  addOns: fc.array(addOnRow, { minLength: 8, maxLength: 8 }),
  style: fc.record({ standard: rates, door: cents, own: unset(ownRates) }),
  sheds: fc.array(shedRow, { minLength: 5, maxLength: 5 }),
  percents: fc.record({ model: percents, category: percents, usual: percents }),
  overheads: fc.record({ shop: unset(makeDecimal(4, 0, 100)), company: makeDecimal(4, 0, 100), addOn: unset(percent) }),
});
type Catalogue = typeof catalogue extends fc.Arbitrary<infer C> ? C : never;

test('P1-P6: sheds, components and add-ons priced by SQL equal the pure functions to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, async (c) => {
      const trx = await world.db.transaction();
      try {
        const shopId = await world.findShopId('Ridge Line Barns');
        const ids = await insert(trx, c, shopId);
        for (const shop of [shopId, null]) {
          for (const type of ['NB', 'INV'] as const) {
            const prices = await shedPrices(trx, { shopId: shop, type, shedIds: ids.sheds });
            expect(prices.size).toBe(c.sheds.length);
            for (const [n, shed] of c.sheds.entries())
              expect(toShown(prices.get(ids.sheds[n] ?? ''))).toEqual(toShown(purely(c, shed, shop !== null, type)));
          }
          const costs = await componentCosts(trx, { ids: ids.components, shopId: shop });
          const units = await addOnPrices(trx, { ids: ids.addOns, shopId: shop });
          for (const [n, parts] of c.components.entries()) {
            const component = { items: parts.map((p) => ({ ...pureItem(c, p, shop !== null), replaceItem: false })) };
            const expected = { standard: componentCost(component, 'standard'), shop: componentCost(component, 'shop') };
            expect(costs.get(ids.components[n] ?? '')).toEqual(expected);
          }
          for (const [n, row] of c.addOns.entries()) {
            expect(toShown(units.get(ids.addOns[n] ?? ''))).toEqual(
              toShown({
                standard: addOnUnit(pureAddOn(c, row, 1, shop !== null, 'standard'), 'standard'),
                shop: addOnUnit(pureAddOn(c, row, 1, shop !== null, 'shop'), 'shop'),
              }),
            );
          }
        }
      } finally {
        await trx.rollback();
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);

const soldLine = fc.record({
  type: fc.constantFrom('piece' as const, 'percent' as const),
  retailPrice: makeDecimal(4, -9000, 9000),
  quantity: fc.integer({ min: 0, max: 12 }),
  shopPercent: unset(percent),
  extendedPrice: unset(makeDecimal(2, -5000, 5000)),
  discount: fc.boolean(),
});

test.each([...allocationFlags, null])(
  'P4: function, SQL and explanation agree on how mode %s splits a price',
  async (mode) => {
    const [c] = fc.sample(pricingCase, { numRuns: 1, seed: 4 });
    const shed = { type: 'Customer', width: 10, length: 12, retailPrice: 5432.1, shopPercent: 61.25 };
    const pricedLines = fc.sample(soldLine, { numRuns: 100, seed: 4 }).map((line) => {
      const getOrder = (flags: object) =>
        ({ ...c, order: shed, customAddOns: [], addOns: [{ ...line, ...flags }] }) as unknown as PricingCase;
      const order = getOrder(mode ? { [mode]: true } : {});
      const figures = priceOrder(order);
      const isShare = line.type === 'percent' && line.extendedPrice === null;
      return {
        line,
        order,
        figures,
        sale: getSale(figures),
        ofShop: isShare ? getSale(priceOrder(getOrder({}))).shop : null,
      };
    });
    const sqlShares = await splitBySql(
      pricedLines.map(({ line: { type, shopPercent: own }, sale, ofShop }, n) => {
        return { n, mode, type, percent: own, price: sale.order, share: ofShop };
      }),
    );
    for (const [n, { line, order, figures, sale }] of pricedLines.entries()) {
      expect(sqlShares[n], JSON.stringify(order.addOns)).toEqual({
        shop: sale.shop,
        company: sale.company,
        percent: line.shopPercent ?? defaultLinePercent(order.addOns[0] ?? {}),
        isPaid: !paysNoShop.has(mode ?? 'default'),
      });
      for (const view of ['shop', 'company', 'order'] as const) {
        const explanation = explain(`addOns[0].totalSalePrice.${view}`, order, figures) as Explanation;
        expect(Math.abs(explainedCents(explanation) - sale[view]), explanation.formula).toBeLessThan(0.5001);
      }
    }
  },
);

const getSale = ({ addOns }: OrderFigures) => (addOns[0] as LineFigures).totalSalePrice;

/** What SQL computes for lines: prices and shares in cents. If no percent is set, the default applies. */
async function splitBySql(lines: readonly { readonly mode: string | null }[]): Promise<unknown[]> {
  const amount = (side: 'company' | 'shop') =>
    `(100 * ${sqlByMode('mode', ({ [side]: part }) => {
      const ofPrice = `round(${part.sql('price * 0.01', 'percent')}, 2)`;
      return part === share ? `coalesce(share * 0.01, ${ofPrice})` : ofPrice;
    })})::float8 as ${side}`;
  const { rows } = (await world.db.raw(
    `select percent::float8, ${amount('company')}, ${amount('shop')}, ${paysShopSql('mode')} as "isPaid"
       from (select n, mode, price, share, coalesce(percent, ${defaultPercentSql('mode', 'type')}) as percent
               from json_to_recordset(?::json)
                    as x(n int, mode text, type text, price numeric, share numeric, percent numeric)) l
      order by n`,
    [JSON.stringify(lines)],
  )) as { rows: unknown[] };
  return rows;
}

/** What an explanation's formula yields for the inputs it shows, in cents. */
function explainedCents({ formula, inputs }: Explanation): number {
  const values = new Map(inputs.map(({ label, value }) => [label.toLowerCase(), getNumber(value)]));
  const [product = '', off] = formula.split(', ');
  const terms = product.split(/ ([×/]) /);
  const of = (term = ''): number =>
    values.get(term) ?? (term.startsWith('(') ? (values.get('shop percent') ?? NaN) + 1 : Number(term));
  let amount = of(terms[0]);
  for (let at = 1; at < terms.length; at += 2)
    amount = terms[at] === '/' ? amount / of(terms[at + 1]) : amount * of(terms[at + 1]);
  return 100 * (off === 'subtracted' ? -Math.abs(amount) : amount);
}

const getNumber = (shownValue: string): number =>
  Number(shownValue.replace(/[^\d.-]/g, '')) / (shownValue.endsWith('%') ? 100 : 1);

test('as of a past moment, the figures are those of the catalogue at that time', async () => {
  const shopId = await world.findShopId('Ridge Line Barns');
  const sheds = (await world.db('sheds').orderBy('id').limit(40).select('id')) as { id: string }[];
  const want = { shopId, type: 'NB' as const, shedIds: sheds.map(({ id }) => id) };
  const before = await shedPrices(world.db, want);
  const { now } = (await world.db
    .raw('select clock_timestamp() as now')
    .then((r: { rows: { now: Date }[] }) => r.rows[0])) as { now: Date };
  const moment = new Date(new Date(now).getTime() + 1);
  await world.db.raw('select pg_sleep(0.01)'); // the next transaction begins after the moment
  await world.db('items').update({ sub_total: world.db.raw('sub_total * 1.25') });
  await world.db('sheds').update({ retail_price: world.db.raw('retail_price + 12345') });
  await world.db('shop_item_values').where({ shop_id: shopId }).delete();
  await world.db('base_styles').increment('truss_value', 1);
  await world.db('shop_percents').where({ shop_id: shopId }).delete();
  const after = await shedPrices(world.db, want);
  expect(after).not.toEqual(before);
  expect(await shedPrices(world.db, { ...want, at: moment })).toEqual(before);
  expect(await shedPrices(world.db, { ...want, at: new Date('2999-01-01') })).toEqual(after);
});

/**
 * Rounds figures to fourteen digits, because a number cannot hold more of a fraction of billions. Amounts in cents
 * are whole.
 */
const toShown = (figures: unknown): unknown =>
  JSON.parse(JSON.stringify(figures), (key, value: unknown) =>
    typeof value === 'number' && (/percent$/i.test(key) || !Number.isSafeInteger(value))
      ? Number(value.toPrecision(getDigits(value)))
      : value,
  );

/**
 * The nearest number to a fraction past 2^53 millionths, of a price of a few cents. Two roundings of a tie may differ
 * there.
 */
const getDigits = (value: number): number => (Math.abs(value) * 1e6 < Number.MAX_SAFE_INTEGER ? 14 : 9);

const nth = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

async function insert(db: Knex, c: Catalogue, shop: string) {
  const word = newId();
  const order = ['base_styles', 'items', 'components', 'addon_labor', 'add_ons', 'sheds', 'shed_labor'];
  const categories = ['item_categories', 'component_categories', 'shed_categories', 'addon_parent_categories'];
  const rows = new Map<string, object[]>(
    [...categories, 'addon_categories', 'shed_models', ...order].map((table) => [table, []]),
  );
  const put = (table: string, ...more: object[]) => rows.set(table, [...(rows.get(table) ?? []), ...more]);
  const id = {
    category: newId(),
    cc: newId(),
    sc: newId(),
    parent: newId(),
    ac: newId(),
    model: newId(),
    style: newId(),
  };
  put('item_categories', { id: id.category, name: word });
  put('component_categories', { id: id.cc, name: word });
  put('shed_categories', { id: id.sc, name: word });
  put('addon_parent_categories', { id: id.parent, name: word });
  put('addon_categories', { id: id.ac, name: word, parent_id: id.parent });
  put('shed_models', { id: id.model, name: word, category_id: id.sc });
  const rateColumns = (of: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const one = of[name] as { value: number; type: string } | null;
        return [
          [`${name}_value`, one?.value ?? null],
          [`${name}_type`, one?.type ?? null],
        ];
      }),
    );
  const rateNames = ['build', 'roof', 'truss', 'paint'];
  put('base_styles', {
    id: id.style,
    name: word,
    door_type: 'tall',
    door_cost: c.style.door,
    ...rateColumns(c.style.standard, rateNames),
  });
  if (c.style.own)
    put('shop_base_styles', {
      shop_id: shop,
      base_style_id: id.style,
      door_cost: c.style.own.door,
      ...rateColumns(c.style.own, rateNames),
    });
  await db('companies').update({ overhead_percent_shop: c.overheads.company });
  await db('shops').where({ id: shop }).update({ overhead: c.overheads.shop, shop_add_on_percent: c.overheads.addOn });
  await db('shop_percents').where({ shop_id: shop }).delete();
  const percentRows = [
    [c.percents.model, { model_id: id.model }],
    [c.percents.category, { category_id: id.sc }],
    [c.percents.usual, {}],
  ] as const;
  for (const [row, of] of percentRows) if (row) put('shop_percents', { id: newId(), shop_id: shop, ...of, ...row });
  const items = c.items.map(() => newId());
  put(
    'items',
    ...c.items.map(({ sub, freight }, n) => ({
      id: items[n],
      name: `${word}${n}`,
      category_id: id.category,
      sub_total: sub,
      freight,
    })),
  );
  for (const [n, { own }] of c.items.entries())
    if (own)
      put('shop_item_values', {
        shop_id: shop,
        item_id: items[n],
        sub_total: own.sub,
        freight: own.freight,
      });
  const components = c.components.map(() => newId());
  put(
    'components',
    ...components.map((one, n) => ({ id: one, name: `${word}${n}`, category_id: id.cc, shed_category_id: id.sc })),
  );
  for (const [n, parts] of c.components.entries())
    for (const p of parts)
      put('component_items', {
        id: newId(),
        component_id: components[n],
        item_id: nth(items, p.item),
        quantity: p.quantity,
      });
  const addOns = c.addOns.map(() => newId());
  for (const [n, a] of c.addOns.entries()) {
    const laborId = a.labor ? newId() : null;
    if (a.labor) {
      put('addon_labor', { id: laborId, name: word, ...a.labor.standard });
      if (a.labor.own) put('shop_addon_labor', { shop_id: shop, addon_labor_id: laborId, ...a.labor.own });
    }
    put('add_ons', {
      ...{
        id: addOns[n],
        name: `${word}${n}`,
        category_id: id.ac,
        type: a.type,
        retail_price: a.retail,
        shop_percent: a.percent,
      },
      ...{
        mode: a.mode,
        discount: a.discount,
        non_inventory: a.nonInventory !== null,
        standard_non_inv_cost: a.nonInventory,
        addon_labor_id: laborId,
      },
    });
    for (const [ownerShop, list] of [
      [null, a.items],
      [shop, a.own ?? []],
    ] as const)
      for (const p of list)
        put('add_on_items', {
          ...{
            id: newId(),
            add_on_id: addOns[n],
            shop_id: ownerShop,
            item_id: nth(items, p.item),
            quantity: p.quantity,
          },
          ...{
            replace_item: p.replaceItem,
            replacement_item_id: p.replacement === null ? null : nth(items, p.replacement),
          },
        });
  }
  const sheds = c.sheds.map(() => newId());
  for (const [n, s] of c.sheds.entries()) {
    const size = { model_id: id.model, base_style_id: id.style, width: s.width, length: s.length + n / 1000 };
    put('sheds', { id: sheds[n], ...size, retail_price: s.retail });
    for (const { of, quantity: q } of s.components)
      put('shed_components', { shed_id: sheds[n], component_id: nth(components, of), quantity: q });
    for (const { of, quantity: q } of s.addOns)
      put('shed_add_ons', { shed_id: sheds[n], add_on_id: nth(addOns, of), quantity: q });
    if (!s.labor) continue;
    const laborId = newId();
    const columns = (b: {
      build: number | null;
      roof: number | null;
      truss: number | null;
      paint: number | null;
      door: number | null;
    }) => ({
      ...{ build_base: b.build, roof_base: b.roof, truss_count: b.truss, paint_hours: b.paint, door_cost: b.door },
    });
    put('shed_labor', { id: laborId, ...size, ...columns(s.labor.standard) });
    if (s.labor.own) put('shop_shed_labor', { shop_id: shop, shed_labor_id: laborId, ...columns(s.labor.own) });
  }
  for (const [table, all] of rows) if (all.length > 0) await db(table).insert(all);
  return { sheds, components, addOns };
}

type Part = Catalogue['components'][number][number];

function totals(c: Catalogue, n: number, hasShop: boolean) {
  const { sub, freight, own } = nth(c.items, n);
  const shopTotal = hasShop && own ? sum4(own.sub ?? sub, own.freight ?? freight) : null;
  return { standardTotal: sum4(sub, freight), shopTotal };
}
const sum4 = (a: number, b: number) => Math.round(a * 1e4 + b * 1e4) / 1e4;

const pureItem = (c: Catalogue, p: Part, hasShop: boolean): CaseItem => ({
  quantity: p.quantity,
  ...totals(c, p.item, hasShop),
  replaceItem: p.replaceItem,
  replacementItem: p.replacement === null ? null : totals(c, p.replacement, hasShop),
});

function pureAddOn(
  c: Catalogue,
  a: Catalogue['addOns'][number],
  quantity: number,
  hasShop: boolean,
  view: 'standard' | 'shop',
): CaseAddOn {
  const list = view === 'shop' && hasShop && a.own ? a.own : a.items;
  const addOnOverhead = hasShop ? c.overheads.addOn : null;
  return {
    type: a.type,
    quantity,
    retailPrice: a.retail,
    shopPercent: a.percent ?? addOnOverhead,
    discount: a.discount,
    nonInventory: a.nonInventory !== null,
    standardNonInvCost: a.nonInventory,
    items: list.map((p) => pureItem(c, p, hasShop)),
    ...(a.labor ? { labor: { standard: a.labor.standard, shop: hasShop ? a.labor.own : null } } : {}),
    ...(a.mode ? { [a.mode]: true } : {}),
  };
}

const camel = (row: Record<string, number | null> | null) =>
  row &&
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key
        .replace('_nb_', '_NB_')
        .replace('_inv_', '_INV_')
        .replace(/_([a-zA-Z])/g, (_, l: string) => l.toUpperCase()),
      value,
    ]),
  );

function purely(c: Catalogue, s: Catalogue['sheds'][number], hasShop: boolean, type: 'NB' | 'INV') {
  const n = c.sheds.indexOf(s);
  const size = { width: s.width, length: Math.round((s.length + n / 1000) * 1e4) / 1e4 };
  const rows = hasShop ? [c.percents.model, c.percents.category, c.percents.usual].map(camel) : [];
  const share = shopPercent(rows, s.width, type === 'NB' ? 'Customer' : 'Inventory');
  const components: CaseComponent[] = s.components.map(({ of, quantity: q }) => ({
    quantity: q,
    items: nth(c.components, of).map((p) => ({ ...pureItem(c, p, hasShop), replaceItem: false })),
  }));
  const shopLabor = hasShop ? s.labor?.own : null;
  const style = hasShop ? c.style.own : null;
  const door = (value: number | null | undefined) => (value == null ? null : value / 100);
  const withName = (b: { build: number | null; roof: number | null; truss: number | null; paint: number | null }) => ({
    ...{ buildBase: b.build, roofBase: b.roof, trussCount: b.truss, paintHours: b.paint },
  });
  const laborCase = s.labor
    ? {
        standard: { ...withName(s.labor.standard), doorCost: door(s.labor.standard.door ?? c.style.door) },
        shop: { ...(shopLabor ? withName(shopLabor) : {}), doorCost: door(shopLabor?.door ?? style?.door) },
      }
    : {};
  const shed = {
    components,
    labor: laborCase,
    rates: { standard: c.style.standard, shop: style },
    retailPrice: s.retail / 100,
    shopPercent: share,
  };
  const standard = shedBox({ ...shed, overhead: c.overheads.company } as never, 'standard');
  const shop = shedBox(
    { ...shed, overhead: (hasShop ? c.overheads.shop : null) ?? c.overheads.company } as never,
    'shop',
  );
  const lines = s.addOns.map(({ of, quantity: q }) => pureAddOn(c, nth(c.addOns, of), q, hasShop, 'standard'));
  const addOns = standardAddOns({ ...size, retailPrice: s.retail / 100, shopPercent: share }, lines, 'standard');
  const unknown = costUnknown({ ...shed, customAddOns: [] } as never);
  return {
    retailPrice: s.retail,
    costUnknown: unknown,
    standard,
    shop,
    standardAddOns: addOns,
    total: shedGrossProfit(standard, addOns),
  };
}
