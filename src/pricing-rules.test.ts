import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { paymentFigures } from './domain/billing/payments/rules.js';
import { computeTotals } from './domain/billing/repair-invoices/rules.js';
import { computeAddOnCompanyProfit as addOnCompanyProfit } from './domain/catalogue/addons/company-profit.js';
import type { CaseAddOn } from './domain/pricing/case/case.js';
import { CaseError, parseCase } from './domain/pricing/case/validate.js';
import { escort, haul } from './domain/pricing/costs.js';
import { dollarsToCents, fraction, computePercent, tenThousandths } from './domain/pricing/exact.js';
import { getAllocation, allocations, mostPercent } from './domain/pricing/allocation.js';
import { computeShedLabor, type View } from './domain/pricing/labor.js';
import { addOnFigures, getArea, flatSale, priceLines } from './domain/pricing/lines.js';
import { boxMaterial, componentCost, unitMaterial } from './domain/pricing/material.js';
import { priceOrder } from './domain/pricing/order.js';
import { averageProfitPercent, paymentTotals } from './domain/pricing/payment.js';
import { shopPercent, widthGroup } from './domain/pricing/percent.js';
import { costUnknown } from './domain/pricing/unknown-cost.js';
import { keepsAmount } from './domain/pricing/uses/as-sold.js';
import { addOnUnit, shedBox, shedGrossProfit, standardAddOns } from './domain/pricing/uses/catalogue.js';
import { optimize } from './domain/pricing/uses/optimizer.js';
import {
  getAddOnGroup,
  companyTopRow,
  type TopCompanyInputs,
  shopTopRow,
  getTopGroup,
  type TopOrderSums,
} from './domain/pricing/uses/top-orders.js';
import {
  costInStock,
  freightOfUnit,
  getFreightEstimate,
  lineTotal,
  priceForVendor,
  priceLine,
  splitFreight,
} from './domain/purchasing/material-orders/rules.js';
import { packageQuantity } from './domain/purchasing/metal-orders/rules.js';
import {
  computeCompanyProfit,
  shopProfit,
  suggestForCompany,
  suggestForShop,
} from './domain/reporting/calculators/profit.js';
import { usualPercents } from './domain/reporting/calculators/usual-inputs.js';
import { adjustedProfit, usualInputs as usualRates } from './domain/reporting/reports/profit/rules.js';
import { companyDefaults, ownReport } from './domain/reporting/reports/top-orders/rules.js';
import { computeDemand } from './domain/stock/rules.js';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

type Size = readonly [width: number, length: number];
type Shed = Parameters<typeof shedBox>[0] & Parameters<typeof standardAddOns>[0];
type VendorLine = Parameters<typeof priceForVendor>[0];
const area = ([width, length]: Size) => getArea({ width, length });

/** The functions of the examples: the product's own, in dollars instead of cents. */
const functions: Readonly<Record<string, (...inputs: never[]) => unknown>> = {
  computePercent: (amount: number, percent: number) =>
    dollars(computePercent(dollarsToCents(amount), tenThousandths(percent))),
  fraction: (profit: number, revenue: number) => fraction(dollarsToCents(profit), dollarsToCents(revenue)),
  refusal: (field: string, value: unknown) => refusal(field, value),
  costUnknown,
  widthGroup,
  shopPercent,
  shedLabor: (...shed: Parameters<typeof computeShedLabor>) => dollars(computeShedLabor(...shed)),
  componentCost: (...component: Parameters<typeof componentCost>) => dollars(componentCost(...component)),
  boxMaterial: (...box: Parameters<typeof boxMaterial>) => dollars(boxMaterial(...box)),
  unitMaterial: (...line: Parameters<typeof unitMaterial>) => unitMaterial(...line) / 1e4,
  flatSale: (line: CaseAddOn, size: Size) => dollars(flatSale(line, area(size))),
  addOnFigures: (line: CaseAddOn, size: Size) => dollars(addOnFigures(line, flatSale(line, area(size)), area(size))),
  addOnSales: (addOns: CaseAddOn[], size: Size, base: { order: number; shop: number }) =>
    priceLines({ addOns, customAddOns: [] }, area(size), cents(base)).addOns.map((line) =>
      dollars(line.totalSalePrice),
    ),
  allocationMode: (line: Parameters<typeof getAllocation>[0]) =>
    Object.entries(allocations).find(([, one]) => one === getAllocation(line))?.[0],
  mostPercent,
  keepsAmount,
  escort: (...load: Parameters<typeof escort>) => dollars(escort(...load)),
  haul: (...way: Parameters<typeof haul>) => dollars(haul(...way)),
  priceOrder: (order: unknown) => dollars(priceOrder(parseCase(order))),
  shedBox: (shed: Shed, view: View) => dollars(shedBox(shed, view)),
  standardAddOns: (shed: Shed, addOns: CaseAddOn[], view: View) => dollars(standardAddOns(shed, addOns, view)),
  shedGrossProfit: (shed: Shed, addOns: CaseAddOn[], view: View) =>
    dollars(shedGrossProfit(shedBox(shed, view), standardAddOns(shed, addOns, view))),
  addOnUnit,
  computeTotals: (lines: Parameters<typeof computeTotals>[0]) => dollars(computeTotals(cents(lines))),
  paymentTotals: (orders: Parameters<typeof paymentTotals>[0], adjustment: number) =>
    dollars(paymentTotals(cents(orders), dollarsToCents(adjustment))),
  paymentFigures: (sums: Record<string, number>, typedHaul: number) =>
    dollars(paymentFigures(cents(sums), dollarsToCents(typedHaul))),
  averageProfitPercent,
  usualInputs: () => usualPercents,
  shopProfit: (price: number, side: Parameters<typeof shopProfit>[1]) =>
    dollars(shopProfit(dollarsToCents(price), cents(side))),
  companyProfit: (price: number, side: Parameters<typeof computeCompanyProfit>[1]) =>
    dollars(computeCompanyProfit(dollarsToCents(price), cents(side))),
  suggestForShop: (side: Parameters<typeof shopProfit>[1], desiredPercent: number) =>
    dollars(suggestForShop(cents(side), desiredPercent)),
  suggestForCompany: (...[sides, desiredPercent]: Parameters<typeof suggestForCompany>) =>
    dollars(suggestForCompany(cents(sides), desiredPercent)),
  companyDefaults: () => companyDefaults,
  getTopGroup,
  getAddOnGroup,
  shopRow: (sums: TopOrderSums) => dollars(shopTopRow(cents(sums), companyDefaults)),
  companyRow: (sums: TopOrderSums, costs: { haul: number; escort: number }, inputs: TopCompanyInputs) =>
    dollars(companyTopRow(shopTopRow(cents(sums), companyDefaults), cents(costs), inputs)),
  optimize: (rows: TopOrderSums[], target: number) =>
    Object.fromEntries(optimize(cents(rows), companyDefaults, target).map(({ group, percent }) => [group, percent])),
  usualRates: () => usualRates,
  adjustedProfit: ({ retailPrice, material, ...order }: Parameters<typeof adjustedProfit>[0]) =>
    dollars(adjustedProfit({ ...order, ...cents({ retailPrice, material }) }, usualRates)),
  lineTotal: (quantity: number, price: number) => dollars(lineTotal(quantity, price)),
  priceLine: (quantity: number, typedPrices: { newPrice: number | null; total: number | null }, price: number) =>
    dollars(priceLine(quantity, cents(typedPrices), price)),
  splitFreight: (freight: number, lines: Parameters<typeof splitFreight>[1]) =>
    dollars(splitFreight(dollarsToCents(freight), cents(lines))),
  freightOfUnit: (freight: number, quantity: number) => freightOfUnit(dollarsToCents(freight), quantity),
  getFreightEstimate: (line: VendorLine, prices: Parameters<typeof getFreightEstimate>[1]) =>
    getFreightEstimate({ ...line, total: dollarsToCents(line.total) }, prices),
  priceForVendor: (line: VendorLine) => dollars(priceForVendor({ ...line, total: dollarsToCents(line.total) })),
  costInStock: (line: Parameters<typeof costInStock>[0]) => costInStock({ ...line, total: dollarsToCents(line.total) }),
  computeDemand,
  packageQuantity,
  addOnCompanyProfit,
  ownReport: (rows: TopOrderSums[], inputs: Parameters<typeof ownReport>[1]) => dollars(ownReport(cents(rows), inputs)),
};

/** Fields that are not money: percents and fractions, quantities and feet, shares of a price, unit prices. */
const notMoney = /percent$|^(quantity|width|length|count|sqft|overhead|newPrice)$|commission$/i;
/** In results these are money: the amount of a percent. */
const money = /^overhead$|commission$/i;

/** The same nesting with its money in cents. */
const cents = <T>(value: T): T => scaleAmounts(value, dollarsToCents, (key) => notMoney.test(key)) as T;
/** The same nesting with its money in dollars. */
const dollars = (value: unknown): unknown =>
  scaleAmounts(
    value,
    (amount) => amount / 100,
    (key) => (notMoney.test(key) || key.includes('profit_percent')) && !money.test(key),
  );

function scaleAmounts(value: unknown, scale: (amount: number) => number, isKept: (key: string) => boolean): unknown {
  if (typeof value === 'number') return scale(value);
  if (Array.isArray(value)) return value.map((item) => scaleAmounts(item, scale, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      isKept(key) && (typeof part !== 'object' || part === null)
        ? part
        : scaleAmounts(part, scale, keptBelow(key, isKept)),
    ]),
  );
}

/** Views of a percent, `{ shop: 0.15 }`, are percents too. */
const keptBelow = (key: string, isKept: (key: string) => boolean) => (/percent$/i.test(key) ? () => true : isKept);

/** The reason why a case with this value in a field is refused; null when it is accepted. */
function refusal(field: string, value: unknown): string | null {
  const names = ['overheadPercentCompany', 'overheadPercentShop', 'dealerCommissionPercent'];
  const more = ['salesRepCommissionPercent', 'shopToLotPercent', 'lotToCustomerPercent'];
  const amounts = ['fourteenWideEscort', 'sixteenWideEscort', 'fuelSurcharge'];
  const [group = '', name = ''] = field.split('.');
  const plainInputs: Record<string, Record<string, unknown>> = {
    company: Object.fromEntries([...names, ...more, ...amounts].map((key) => [key, 0])),
    order: { type: 'Customer', width: 10, length: 12, retailPrice: 5000 },
    shop: {},
  };
  try {
    parseCase({ ...plainInputs, [group]: { ...plainInputs[group], [name]: value } });
    return null;
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    return error.errors.find((fault) => fault.path === field)?.msg ?? String(error);
  }
}

const document = read('docs/pricing-rules.md');
const sections = document.split(/^## /m).slice(1);
const getId = (section: string): string => /^(P\d+): /.exec(section)?.[1] ?? '';

interface Example {
  readonly rule: string;
  readonly call: string;
  readonly result: unknown;
  readonly expected: unknown;
}

/** `{ a: 1 }` as JSON, with the values stored under a name inserted. */
function parse(text: string, keptResults: ReadonlyMap<string, string>): unknown {
  const full = text.replace(/\$(\w+)/g, (_, name: string) => keptResults.get(name) ?? `"no $${name}"`);
  return JSON.parse(full.replace(/([{,]\s*)(\w+):/g, '$1"$2":'));
}

/** A call on one line, used as a test name. */
const shorten = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);

/**
 * Every example of the document, computed. A statement ends before a line that starts with neither an indent nor a
 * bracket.
 */
function examples(): Example[] {
  const keptResults = new Map<string, string>();
  const examples: Example[] = [];
  for (const section of sections) {
    const blocks = [...section.matchAll(/^```example\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
    for (const statement of blocks.flatMap((block) => block.trim().split(/\n+(?=[$\w])/))) {
      const [, name, value] = /^\$(\w+) = ([\s\S]+)$/.exec(statement) ?? [];
      if (name !== undefined && value !== undefined) {
        keptResults.set(name, JSON.stringify(parse(value, keptResults)));
        continue;
      }
      const [, functionName = '', inputs = '', expected = ''] =
        /^(\w+)\(([\s\S]*)\) =\s+([\s\S]+)$/.exec(statement) ?? [];
      const run = functions[functionName];
      if (!run) throw new Error(`${getId(section)}: there is no function for the example ${shorten(statement)}`);
      const result = run(...(parse(`[${inputs}]`, keptResults) as never[]));
      examples.push({ rule: getId(section), call: shorten(statement), result, expected: parse(expected, keptResults) });
    }
  }
  return examples;
}

const all = examples();

describe('the examples of docs/pricing-rules.md', () => {
  test.each(all.map((example) => [example.rule, example.call, example] as const))('%s: %s', (_rule, _call, example) => {
    if (typeof example.expected === 'object' && example.expected !== null) {
      expect(example.result).toMatchObject(example.expected);
      return;
    }
    expect(example.result).toBe(example.expected);
  });

  test('use every function that the test defines for them', () => {
    const calledNames = new Set(all.map(({ call }) => call.slice(0, call.indexOf('('))));
    expect(Object.keys(functions).filter((name) => !calledNames.has(name))).toEqual([]);
  });
});

describe('the rules of docs/pricing-rules.md', () => {
  const ids = sections.map(getId);
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `src/${file}`);

  test('have a heading for every rule that the code cites, and for no other', () => {
    const citedRules = new Set(
      sources.flatMap((file) => [...read(file).matchAll(/\bP\d+(?:\.\d+)?\b/g)].map(([id]) => id)),
    );
    expect([...citedRules].filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => !citedRules.has(id))).toEqual([]);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test.each(sections.map((section) => [getId(section), section] as const))(
    '%s has an example, and code that cites it',
    (id, section) => {
      expect(all.some(({ rule }) => rule === id)).toBe(true);
      const [, line = ''] = /^Code: (.+)$/m.exec(section) ?? [];
      const files = [...line.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      expect(files).not.toEqual([]);
      expect(files.filter((file) => !new RegExp(`\\b${id}\\b`).test(read(file)))).toEqual([]);
    },
  );
});
