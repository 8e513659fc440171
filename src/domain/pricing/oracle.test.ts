import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pricingCase } from '../testing/pricing-cases.js';
import type { CaseAddOn, CaseItem, PricingCase } from './case/case.js';
import { priceOrder } from './order.js';
import { parseCase } from './case/validate.js';

/*
 * A second implementation of the rules in the plainest exact form: every number is a fraction of BigInts, rounded
 * half away from zero.
 */

class Q {
  constructor(
    readonly n: bigint,
    readonly d: bigint = 1n,
  ) {}
  static of(value: number | null | undefined): Q {
    return new Q(BigInt((value ?? 0).toFixed(4).replace('.', '')), 10_000n);
  }
  times(...factors: Q[]): Q {
    return factors.reduce((a, b) => new Q(a.n * b.n, a.d * b.d), this as Q);
  }
  over(b: Q): Q {
    return b.n < 0n ? new Q(-this.n * b.d, this.d * -b.n) : new Q(this.n * b.d, this.d * b.n);
  }
  plus(...terms: Q[]): Q {
    return terms.reduce((a, b) => new Q(a.n * b.d + b.n * a.d, a.d * b.d), this as Q);
  }
  minus = (b: Q): Q => this.plus(new Q(-b.n, b.d));
  abs = (): Q => (this.n < 0n ? new Q(-this.n, this.d) : this);
  /** Rounds to this many decimals, half away from zero. */
  round(places = 2): Q {
    const unit = 10n ** BigInt(places);
    const size = (this.n < 0n ? -this.n : this.n) * unit;
    const whole = size / this.d + (2n * (size % this.d) >= this.d ? 1n : 0n);
    return new Q(this.n < 0n ? -whole : whole, unit);
  }
  scaled = (places: number): number => Number((this.n * 10n ** BigInt(places)) / this.d);
}

const zero = new Q(0n);
const hundred = new Q(100n);
const pct = (value: number | null | undefined): Q => Q.of(value).over(hundred);
const total = (values: Q[]): Q => values.reduce((a, b) => a.plus(b), zero).round(8);
type View = 'shop' | 'standard';
const views = ['shop', 'standard'] as const;

const itemTotal = (item: { standardTotal: number; shopTotal?: number | null | undefined }, view: View): Q =>
  Q.of(view === 'shop' ? (item.shopTotal ?? item.standardTotal) : item.standardTotal);

const netItem = (item: CaseItem, view: View): Q =>
  (item.replaceItem && item.replacementItem
    ? itemTotal(item, view).minus(itemTotal(item.replacementItem, view))
    : itemTotal(item, view)
  ).times(Q.of(item.quantity));

function shares(line: CaseAddOn, amount: Q, p: Q, full: Q): Q[] {
  if (line.passThrough || line.dealerSpecific) return [zero, zero, amount];
  if (line.companySpecific) return [zero, amount, amount];
  if (line.companyDealerSplit) return [zero, amount.over(new Q(2n)).round(), amount];
  if (line.companyDealerShopSplit) return [full, amount.over(new Q(3n)).round(), amount];
  if (line.companyShopSplit)
    return [
      amount
        .times(p)
        .over(p.plus(new Q(1n)))
        .round(),
      amount,
      amount,
    ];
  return [full, amount, amount];
}

function lineTotals(c: PricingCase, basePrice: { order: Q; shop: Q }) {
  const sqft = Q.of(c.order.width).times(Q.of(c.order.length));
  const custom = c.customAddOns.map((line) => {
    const amount =
      line.extendedPrice == null ? Q.of(line.retailPrice).times(Q.of(line.quantity)).round() : Q.of(line.extendedPrice);
    const cost = (view: View, typedCost: typeof line.materialCost): Q =>
      Q.of(view === 'shop' ? (typedCost?.shop ?? typedCost?.standard) : (typedCost?.standard ?? typedCost?.shop));
    return {
      sale: [amount.times(pct(line.shopPercent ?? 75)).round(), amount, amount],
      material: views.map((view) => cost(view, line.materialCost)),
      labor: views.map((view) => cost(view, line.laborCost)),
    };
  });
  const toPriced = (line: CaseAddOn, bases: { order: Q; shop: Q } | null) => {
    const split = Boolean(line.companyDealerShopSplit) && line.type !== 'percent';
    const p = pct(line.shopPercent ?? (split ? 33.3333 : 75));
    const toTaken = (q: Q): Q => (line.discount ? zero.minus(q.abs()) : q);
    const units = Q.of(line.quantity).times(line.type === 'sqft' ? sqft : new Q(1n));
    const unitTotal = bases ? bases.order.times(pct(line.retailPrice), units) : Q.of(line.retailPrice).times(units);
    const amount = toTaken(line.extendedPrice == null ? unitTotal.round() : Q.of(line.extendedPrice));
    const usesOwnPrice = bases && line.extendedPrice == null;
    const full = usesOwnPrice
      ? toTaken(bases.shop.times(pct(line.retailPrice), units).round())
      : amount.times(p).round();
    return { sale: shares(line, amount, p, full), amount, units };
  };
  const flat = c.addOns.map((line) => (line.type === 'percent' ? null : toPriced(line, null)));
  const otherLines = [...flat.flatMap((line) => line ?? []), ...custom];
  const bases = {
    shop: total([basePrice.shop, ...otherLines.map(({ sale }) => sale[0] ?? zero)]),
    order: total([basePrice.order, ...otherLines.map(({ sale }) => sale[2] ?? zero)]),
  };
  const addOns = c.addOns.map((line, at) => {
    const { sale, amount, units } = flat[at] ?? toPriced(line, bases);
    const material = (view: View): Q => {
      if (line.discount) return zero;
      const unit = line.nonInventory
        ? Q.of(line.standardNonInvCost)
        : total((line.items ?? []).map((item) => netItem(item, view))).round(4);
      return unit.times(units).round();
    };
    const labor = (view: View): Q => {
      const pair = (view === 'shop' ? line.labor?.shop : null) ?? line.labor?.standard;
      if (line.discount || !pair) return zero;
      if (pair.type === 'percent') return amount.abs().times(pct(pair.total)).round();
      return Q.of(pair.total)
        .times(Q.of(line.quantity), pair.type === 'sqft' ? sqft : new Q(1n))
        .round();
    };
    return { sale, material: views.map(material), labor: views.map(labor) };
  });
  return { addOns, custom };
}

function shedCost(c: PricingCase, view: View): Q {
  const base = (key: 'buildBase' | 'roofBase' | 'trussCount' | 'paintHours' | 'doorCost'): Q =>
    Q.of((view === 'shop' ? c.labor.shop?.[key] : null) ?? c.labor.standard?.[key]);
  const toRated = (amount: Q, key: 'build' | 'roof' | 'truss' | 'paint'): Q => {
    const rate = (view === 'shop' ? c.rates.shop?.[key] : null) ?? c.rates.standard?.[key];
    return amount.times(rate?.type === 'percent' ? pct(rate.value) : Q.of(rate?.value)).round();
  };
  const box = c.components.map(({ quantity, items }) =>
    total((items ?? []).map((item) => itemTotal(item, view).times(Q.of(item.quantity))))
      .round()
      .times(Q.of(quantity))
      .round(),
  );
  const labor = [
    toRated(base('buildBase'), 'build'),
    toRated(base('roofBase'), 'roof'),
    toRated(base('trussCount'), 'truss'),
    toRated(base('paintHours'), 'paint'),
    base('doorCost'),
  ];
  return total([...labor, ...box]);
}

/** The totals that depend on everything else: cents, and fractions in millionths. */
function oracle(c: PricingCase) {
  const { company, order } = c;
  const retail = Q.of(order.retailPrice);
  const base = { order: retail, shop: retail.times(pct(order.shopPercent ?? 65)).round() };
  const { addOns, custom } = lineTotals(c, base);
  const lines = [...addOns, ...custom];
  const sum = (key: 'sale' | 'material' | 'labor', at: number): Q => total(lines.map((line) => line[key][at] ?? zero));
  const sub = [base.shop.plus(sum('sale', 0)), retail.plus(sum('sale', 1)), retail.plus(sum('sale', 2))].map((q) =>
    q.round(),
  ) as [Q, Q, Q];
  const adjustments = [Q.of(order.adjustment?.shop), Q.of(order.adjustment?.company)] as const;
  const grand = [sub[0].plus(adjustments[0]).round(), sub[1].plus(adjustments[1]).round(), sub[2]] as const;
  const part = (amount: Q, percent: number): Q => amount.times(pct(percent)).round();
  const cost = views.map((view, at) =>
    total([
      shedCost(c, view),
      sum('material', at),
      sum('labor', at),
      part(sub[0], view === 'shop' ? (c.shop.overhead ?? company.overheadPercentShop) : company.overheadPercentShop),
    ]),
  );
  const split = total(c.addOns.flatMap((l, at) => (l.companyDealerShopSplit ? (addOns[at]?.sale[0] ?? zero) : [])));
  const toLot = pct(company.shopToLotPercent).times(pct(c.dealer?.haulPercent ?? 100));
  const hauled = Q.of(c.haulBase)
    .times(toLot.plus(pct(company.lotToCustomerPercent)))
    .round();
  const haul = c.haulBase === null ? zero : hauled.plus(Q.of(company.fuelSurcharge));
  const wide = order.width < 16 ? company.fourteenWideEscort : company.sixteenWideEscort;
  cost.push(
    total([
      sub[0].minus(split),
      adjustments[0],
      part(sub[1], company.dealerCommissionPercent),
      part(sub[1], company.salesRepCommissionPercent),
      part(sub[1], company.overheadPercentCompany),
      order.width < 14 ? zero : Q.of(wide),
      haul,
    ]),
  );
  const profit = cost.map((q, at) => (at === 2 ? grand[1] : grand[0]).minus(q).round());
  const share = (at: number): Q => {
    const revenue = at === 2 ? grand[1] : grand[0];
    return revenue.n === 0n ? zero : (profit[at] ?? zero).over(revenue).round(6);
  };
  const exact = [...sub, ...grand, ...cost, ...profit].map((q) => q.scaled(2));
  return { exact: [...exact, haul.scaled(2)], fractions: [0, 1, 2].map((at) => share(at).scaled(6) / 1e6) };
}

const flatten = (views: object, keys: string[]): number[] =>
  keys.map((key) => (views as Record<string, number>)[key] ?? NaN);

test('P0-P5: every total equals the one computed with fractions of BigInts, even where products exceed 2^53', () => {
  let large = 0;
  fc.assert(
    fc.property(pricingCase, (input) => {
      const c = parseCase(input);
      const want = oracle(c);
      fc.pre(want.exact.every((value) => Math.abs(value) < 2 ** 53 / 1e3));
      if (want.exact.some((value) => Math.abs(value) > 2 ** 53 / 1e6)) large += 1;
      const { subTotal, grandTotal, totalCost, profitDollars, profitPercent, haul } = priceOrder(c);
      const sale = ['shop', 'company', 'order'];
      const cost = ['shop', 'standard', 'company'];
      const money = [flatten(subTotal, sale), flatten(grandTotal, sale), flatten(totalCost, cost)].flat();
      expect([...money, ...flatten(profitDollars, cost), haul].map((v) => v + 0)).toEqual(want.exact.map((v) => v + 0));
      expect(flatten(profitPercent, cost)).toEqual(want.fractions.map((v) => v + 0));
    }),
    { numRuns: 400 },
  );
  expect(large).toBeGreaterThan(10);
});
