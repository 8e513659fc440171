import { DEFAULT_SHOP_PERCENT } from '../../../domain/pricing/percent.js';
import type { PercentName } from '../../../domain/company/shops/rules.js';
import type { EightPercents } from './shop-values.js';

/** A named row of percents: for a model, its category, or the default category. */
export interface PercentSource {
  readonly name: string;
  readonly row: Readonly<Partial<EightPercents>>;
}

/** The percent that applies to a blank field, and where it comes from. */
interface InheritedPercent {
  readonly value: number;
  readonly from: string;
}

const standardName = (name: PercentName): PercentName =>
  name.startsWith('standard') ? name : (`standard${name.charAt(0).toUpperCase()}${name.slice(1)}` as PercentName); // both have the same eight names

const ownName = (name: PercentName): PercentName =>
  name.startsWith('standard')
    ? (`${name.charAt('standard'.length).toLowerCase()}${name.slice('standard'.length + 1)}` as PercentName) // see above
    : name;

/**
 * P1: the percent that a blank field inherits: from its own row first, then from the rows it falls back to. In each row
 * a shop's percent comes before the standard one; if none is set, 65 applies. Null for a standard percent that is
 * overridden by the shop's in the same row.
 */
export function findInherited(name: PercentName, [row, ...parents]: readonly PercentSource[]): InheritedPercent | null {
  const [ownField, standard] = [ownName(name), standardName(name)];
  if (name === standard && isSet(row?.row[ownField])) return null;
  const steps = [
    ...(row && name === ownField ? [{ from: `the standard percent of ${row.name}`, value: row.row[standard] }] : []),
    ...parents.flatMap((parent) => [
      { from: parent.name, value: parent.row[ownField] },
      { from: `the standard percent of ${parent.name}`, value: parent.row[standard] },
    ]),
  ];
  for (const { from, value } of steps) if (isSet(value)) return { value, from };
  return { value: DEFAULT_SHOP_PERCENT, from: 'the default of all shops' };
}

const isSet = (value: number | null | undefined): value is number => value != null && value > 0;
