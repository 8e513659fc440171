import fc from 'fast-check';
import {
  addOnTypes,
  allocationFlags,
  type CaseAddOn,
  type CaseItem,
  orderTypes,
  type PricingCase,
  rateTypes,
} from '../pricing/case/case.js';

/** A number with at most this many decimals, from `from` to `to` inclusive. */
export const makeDecimal = (places: number, from: number, to: number): fc.Arbitrary<number> => {
  const scale = 10 ** places;
  return fc.integer({ min: Math.round(from * scale), max: Math.round(to * scale) }).map((n) => n / scale);
};

const makeUnset = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const percent = fc.oneof(makeDecimal(4, 0, 100), makeDecimal(2, 0, 100), makeDecimal(4, 0, 1000));
const amount = fc.oneof(makeDecimal(2, 0, 5000), makeDecimal(2, -9_999_999.99, 9_999_999.99));
const price = fc.oneof(
  makeDecimal(2, 0, 900),
  makeDecimal(4, -50, 900),
  makeDecimal(4, -9_999_999.9999, 9_999_999.9999),
);
const quantity = fc.oneof(fc.integer({ min: 0, max: 12 }), makeDecimal(4, 0, 40), makeDecimal(4, 0, 99_999.9999));
const feet = fc.oneof(fc.integer({ min: 6, max: 40 }), makeDecimal(4, 0.0001, 999.9999));
const cost = makeDecimal(4, -200, 5000);

const itemTotals = fc.record({ standardTotal: cost, shopTotal: makeUnset(cost) });
const item: fc.Arbitrary<CaseItem> = fc
  .tuple(itemTotals, quantity, makeUnset(fc.boolean()), makeUnset(itemTotals))
  .map(([totals, of, replaceItem, replacementItem]) => ({ ...totals, quantity: of, replaceItem, replacementItem }));
const items = fc.array(item, { maxLength: 4 });

const getPair = <T extends string>(types: readonly T[]) =>
  fc
    .constantFrom(...types)
    .chain((type) =>
      fc.record({ type: fc.constant(type), value: type === 'percent' ? percent : makeDecimal(4, 0, 900) }),
    );

const lineLabor = makeUnset(getPair(addOnTypes).map(({ type, value }) => ({ type, total: value })));

/** An add-on line of any type and mode, sometimes with unusual values. */
export const addOnLine: fc.Arbitrary<CaseAddOn> = fc.constantFrom(...addOnTypes).chain((type) =>
  fc
    .record({
      quantity: type === 'percent' ? makeDecimal(4, 0, 9) : quantity,
      retailPrice: type === 'percent' ? percent : price,
      shopPercent: makeUnset(percent),
      extendedPrice: makeUnset(amount),
      discount: fc.option(fc.boolean(), { nil: null, freq: 2 }),
      nonInventory: fc.option(fc.boolean(), { nil: null, freq: 2 }),
      standardNonInvCost: makeUnset(cost),
      items: makeUnset(items),
      labor: makeUnset(fc.record({ standard: lineLabor, shop: lineLabor })),
      flag: makeUnset(fc.constantFrom(...allocationFlags)),
      sold: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ flag, sold, extendedPrice, ...line }) => ({
      ...line,
      type,
      extendedPrice: sold === 0 ? extendedPrice : null,
      ...(flag ? { [flag]: true } : {}),
    })),
);

const typedCost = makeUnset(fc.record({ shop: makeUnset(amount), standard: makeUnset(amount) }));

const laborValues = fc.record({
  buildBase: makeUnset(amount),
  roofBase: makeUnset(amount),
  trussCount: makeUnset(quantity),
  paintHours: makeUnset(quantity),
  doorCost: makeUnset(amount),
});

const rate = makeUnset(getPair(rateTypes));
const rates = fc.record({ build: rate, roof: rate, truss: rate, paint: rate });

/** A case that passes validation, with values up to the limits of P0. */
export const pricingCase: fc.Arbitrary<PricingCase> = fc.record({
  company: fc.record({
    overheadPercentCompany: percent,
    overheadPercentShop: percent,
    dealerCommissionPercent: percent,
    salesRepCommissionPercent: percent,
    shopToLotPercent: percent,
    lotToCustomerPercent: percent,
    fourteenWideEscort: amount,
    sixteenWideEscort: amount,
    fuelSurcharge: amount,
  }),
  shop: fc.record({ overhead: makeUnset(percent) }),
  dealer: makeUnset(fc.record({ haulPercent: makeUnset(percent) })),
  order: fc.record({
    type: fc.constantFrom(...orderTypes),
    width: feet,
    length: feet,
    retailPrice: amount,
    shopPercent: makeUnset(percent),
    adjustment: makeUnset(fc.record({ shop: makeUnset(amount), company: makeUnset(amount) })),
  }),
  labor: fc.record({ standard: makeUnset(laborValues), shop: makeUnset(laborValues) }),
  rates: fc.record({ standard: makeUnset(rates), shop: makeUnset(rates) }),
  components: fc.array(fc.record({ quantity: makeDecimal(4, 0, 40), items }), { maxLength: 4 }),
  haulBase: makeUnset(amount),
  addOns: fc.array(addOnLine, { maxLength: 6 }),
  customAddOns: fc.array(
    fc.record({
      quantity,
      retailPrice: price,
      shopPercent: makeUnset(percent),
      extendedPrice: fc.option(amount, { nil: null, freq: 1 }),
      materialCost: typedCost,
      laborCost: typedCost,
    }),
    { maxLength: 3 },
  ),
});
