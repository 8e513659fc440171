import { type AllocationFlag, allocationFlags, type AllocationMode, type CaseAddOn } from './case/case.js';
import { mulDiv } from './exact.js';

/**
 * One part of a price `a`: as an amount in the unit of `a`, rounded once; as SQL, before rounding; and in words. `p`
 * is the shop's percent.
 */
interface Part {
  /** `p` is in ten-thousandths. */
  readonly of: (a: number, p: number) => number;
  /** `p` is a percent as stored: 61.25 = 61.25 %. */
  readonly sql: (a: string, p: string) => string;
  readonly words: string;
}
const none = (why: string): Part => ({ of: () => 0, sql: () => '0', words: `0, ${why}` });
const fullAmount: Part = { of: (a) => a, sql: (a) => a, words: 'price' };
const oneIn = (n: number): Part => ({ of: (a) => mulDiv(a, 1, n), sql: (a) => `${a} / ${n}`, words: `price / ${n}` });
/** The shop's percent of the price. Percent-type lines use an amount of the shop's total instead. */
export const share: Part = {
  of: (a, p) => mulDiv(a, p, 1e6),
  sql: (a, p) => `${a} * ${p} * 0.01`,
  words: 'price × shop percent',
};
const shareOnTop: Part = {
  of: (a, p) => mulDiv(a, p, p + 1e6),
  sql: (a, p) => `${a} * ${p} / (${p} + 100)`,
  words: 'price × shop percent / (shop percent + 100)',
};

interface Allocation {
  readonly company: Part;
  readonly shop: Part;
  /** The default shop percent, and the highest that forms and imports accept, for lines that are not percent-type. */
  readonly percents?: { readonly usual: number; readonly most: number };
  /** P5: the company only passes on the shop's amount, so it is not an expense. */
  readonly isPassedOn?: true;
}

/** P4: how a line's price is split, by mode. Figures, SQL and explanations all use this table. */
export const allocations: Readonly<Record<AllocationMode, Allocation>> = {
  passThrough: { company: none('passed through'), shop: none('passed through') },
  dealerSpecific: { company: none('goes to the dealer'), shop: none('goes to the dealer') },
  companySpecific: { company: fullAmount, shop: none('goes to the company') },
  companyDealerSplit: { company: oneIn(2), shop: none('shared by company and dealer') },
  companyDealerShopSplit: {
    company: oneIn(3),
    shop: share,
    percents: { usual: 33.3333, most: 66.6666 },
    isPassedOn: true,
  },
  companyShopSplit: { company: fullAmount, shop: shareOnTop },
  shopSpecific: { company: fullAmount, shop: share },
  default: { company: fullAmount, shop: share },
};
const usualPercents = { usual: 75, most: 1000 };
const byName: ReadonlyMap<string | null, Allocation> = new Map(Object.entries(allocations));

/** P4: how a line's price is split: by the first flag that is set, or else the default mode. */
export function getAllocation(line: Partial<Record<AllocationFlag, unknown>>): Allocation {
  for (const flag of allocationFlags) if (line[flag]) return allocations[flag];
  return allocations.default;
}

/** P4: the modes that pay the shop nothing. */
export const paysNoShop: ReadonlySet<AllocationMode | undefined> = new Set(
  allocationFlags.filter((flag) => allocations[flag].shop.of(100, 1e6) === 0),
);

/** P4: the default shop percent of a line. */
export const defaultLinePercent = (line: Partial<CaseAddOn>): number =>
  ((line.type !== 'percent' && getAllocation(line).percents) || usualPercents).usual;

const ownPercents = (mode: string | null, type: string) =>
  type === 'percent' ? undefined : byName.get(mode)?.percents;

interface AddOnTerms {
  readonly mode: string | null;
  readonly type: string;
  readonly shopPercent: number | null;
}

/**
 * P4: the default percent of a new line: the add-on's own, its mode's, the shop's percent for add-ons, or the general
 * default.
 */
export const startingPercent = (addOn: AddOnTerms | null, shopAddOnPercent: number | null): number =>
  addOn?.shopPercent ??
  (addOn && ownPercents(addOn.mode, addOn.type)?.usual) ??
  shopAddOnPercent ??
  usualPercents.usual;

/** P4: the highest shop percent of an add-on or line, by its type and how its price is split. */
export const mostPercent = (type: string, mode: string | null): number =>
  (ownPercents(mode, type) ?? usualPercents).most;

/** P4: why a shop percent is too high for its mode; null if it is not. */
export function percentProblem({ mode, type, shopPercent }: AddOnTerms): string | null {
  const most = ownPercents(mode, type)?.most ?? Infinity;
  return (shopPercent ?? 0) > most ? `must be at most ${most} on an add-on split three ways` : null;
}

/** P4: SQL that depends on the mode in a column, where null is the default mode. */
export function sqlByMode(mode: string, toSql: (allocation: Allocation) => string): string {
  const defaultSql = toSql(allocations.default);
  const otherModes = allocationFlags
    .map((flag) => [flag, toSql(allocations[flag])])
    .filter(([, sql]) => sql !== defaultSql);
  return `case ${mode} ${otherModes.map(([flag, sql]) => `when '${flag}' then ${sql}`).join(' ')} else ${defaultSql} end`;
}

/** P4: SQL for the default shop percent. */
export const defaultPercentSql = (mode: string, type: string): string =>
  `case when ${type} = 'percent' then ${usualPercents.usual}
        else ${sqlByMode(mode, ({ percents = usualPercents }) => String(percents.usual))} end`;

/** P4: SQL for whether a mode pays the shop. */
export const paysShopSql = (mode: string): string =>
  `coalesce(${mode}, 'default') not in (${[...paysNoShop].map((flag) => `'${flag}'`).join(', ')})`;
