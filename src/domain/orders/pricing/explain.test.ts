import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseCompany, PricingCase } from '../../pricing/case/case.js';
import { cellViews, explainCell, type PricedCell } from '../../pricing/explain/cell.js';
import type { Explanation } from '../../pricing/explain/explain.js';
import { type OrderFigures, priceOrder } from '../../pricing/order.js';
import { parseCase } from '../../pricing/case/validate.js';
import { pricingCase } from '../../testing/pricing-cases.js';
import { figuresOfShop, knownToShop } from './explain.js';
import { shopFigures, shopLineFigures } from './figure-schema.js';

const ownRows = ['shedSuite', 'difference', 'passedOn', 'discounts', 'lineProfits', 'shopTotal', 'adjustmentToShop'];

const getRows = (figures: OrderFigures): string[] => [
  ...Object.keys(figures).filter((key) => key !== 'addOns' && key !== 'customAddOns'),
  ...ownRows,
  ...(['addOns', 'customAddOns'] as const).flatMap((list) =>
    figures[list].flatMap((line, at) => Object.keys(line).map((key) => `${list}[${at}].${key}`)),
  ),
];

const forShop = (input: PricingCase): { figures: OrderFigures; priced: PricedCell } => {
  const figures = priceOrder(input);
  return { figures, priced: { input: knownToShop(input), figures: figuresOfShop(figures), shedSuite: null } };
};

function explainForShop(input: PricingCase): Record<string, Explanation | null> {
  const { figures, priced } = forShop(input);
  const cells = [...getRows(figures)].flatMap((row) => cellViews.map((view) => [row, view] as const));
  return Object.fromEntries(cells.map(([row, view]) => [`${row}.${view}`, explainCell(row, view, priced)]));
}

const valid = pricingCase.filter((input) => {
  try {
    return Boolean(parseCase(input));
  } catch {
    return false;
  }
});

const settings: (keyof CaseCompany)[] = [
  'overheadPercentCompany',
  'dealerCommissionPercent',
  'salesRepCommissionPercent',
  'shopToLotPercent',
  'lotToCustomerPercent',
  'fourteenWideEscort',
  'sixteenWideEscort',
  'fuelSurcharge',
];

test('explanations for a shop do not depend on any company value', () => {
  fc.assert(
    fc.property(valid, fc.integer({ min: 1, max: 900 }), (input, other) => {
      const { order } = input;
      const elsewhere: PricingCase = {
        ...input,
        company: { ...input.company, ...Object.fromEntries(settings.map((key) => [key, other])) },
        dealer: { haulPercent: other },
        haulBase: other,
        order: { ...order, adjustment: { ...order.adjustment, company: other } },
      };
      expect(explainForShop(elsewhere)).toEqual(explainForShop(input));
    }),
    { numRuns: 60 },
  );
});

test('a shop gets an explanation of every figure that its order shows, and of no other', () => {
  fc.assert(
    fc.property(valid, (input) => {
      const explanations = explainForShop(input);
      const figures = priceOrder(input);
      for (const [key, { shape }] of Object.entries(shopFigures))
        for (const view of cellViews)
          expect(explanations[`${key}.${view}`] !== null, `${key}.${view}`).toBe(view in shape);
      for (const list of ['addOns', 'customAddOns'] as const)
        for (const at of figures[list].keys())
          for (const [key, { shape }] of Object.entries(shopLineFigures))
            for (const view of cellViews)
              expect(explanations[`${list}[${at}].${key}.${view}`] !== null, `${list}.${key}.${view}`).toBe(
                view in shape,
              );
      for (const row of [
        'dealerCommission',
        'salesRepCommission',
        'escort',
        'haul',
        'shedSuite',
        'difference',
        'passedOn',
      ])
        for (const view of cellViews) expect(explanations[`${row}.${view}`], `${row}.${view}`).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test('both sides get the same result', () => {
  fc.assert(
    fc.property(valid, (input) => {
      const { figures, priced } = forShop(input);
      for (const row of getRows(figures))
        for (const view of ['shop', 'standard']) {
          const shop = explainCell(row, view, priced);
          if (shop) expect(shop.result).toBe(explainCell(row, view, { input, figures, shedSuite: null })?.result);
        }
    }),
    { numRuns: 60 },
  );
});

/** An order whose company amounts all differ from the amounts a shop knows. */
const input: PricingCase = {
  company: {
    overheadPercentCompany: 9.1,
    overheadPercentShop: 5.5,
    dealerCommissionPercent: 10,
    salesRepCommissionPercent: 3,
    shopToLotPercent: 20,
    lotToCustomerPercent: 30,
    fourteenWideEscort: 400,
    sixteenWideEscort: 500,
    fuelSurcharge: 40,
  },
  shop: {},
  dealer: { haulPercent: 90 },
  order: { type: 'Customer', width: 14, length: 20, retailPrice: 10_000, shopPercent: 60 },
  labor: {},
  rates: {},
  components: [],
  haulBase: 700,
  addOns: [
    { name: 'Loft', type: 'sqft', quantity: 2, retailPrice: 1.25, shopPercent: 70 },
    {
      name: 'Package',
      type: 'percent',
      quantity: 1,
      retailPrice: 5,
      shopPercent: 50,
      companyShopSplit: true,
      labor: { standard: { type: 'percent', total: 12 } },
    },
  ],
  customAddOns: [],
};

test('the shop’s part of a price that the shop cannot see is explained by figures that it can see', () => {
  const explanations = explainForShop(input);
  expect(explanations['basePrice.shop']).toMatchObject({
    formula: 'retail base price × shop percent',
    inputs: [{ label: 'Shop percent', value: '60%' }],
    result: '$6,000.00',
  });
  expect(explanations['addOns[0].totalSalePrice.shop']).toMatchObject({
    formula: 'price × shop percent, where price = retail price × quantity × square feet',
    inputs: [
      { label: 'Retail price', value: '$1.25' },
      { label: 'Quantity', value: '2' },
      { label: 'Square feet', value: '280' },
      { label: 'Shop percent', value: '70%' },
    ],
    result: '$490.00',
  });
  expect(explanations['addOns[1].totalSalePrice.shop']?.inputs).toEqual([
    { label: 'Percent', value: '5%' },
    { label: 'Quantity', value: '1' },
    { label: 'Shop percent', value: '50%' },
  ]);
  expect(explanations['addOns[1].totalLaborCost.standard']?.inputs.map(({ label }) => label)).toEqual([
    'Percent',
    'Quantity',
    'Labor',
  ]);
});

test('an overhead percent is shown if it is the shop’s own, but never the company’s overhead for shops', () => {
  const shopExplanation = explainForShop({ ...input, shop: { overhead: 7 } });
  expect(shopExplanation['overhead.shop']?.inputs.map(({ value }) => value)).toContain('7%');
  expect(JSON.stringify([explainForShop(input)['overhead.shop'], shopExplanation['overhead.standard']])).not.toContain(
    '5.5',
  );
});
