import type { OrderType } from './case/case.js';

export type WidthGroup = 'eightTenTwelve' | 'fourteenSixteen';
type Kind = 'NB' | 'INV';

/** A percent field of a shop: its own, or (with `standard`) the company's for that shop. */
export type PercentKey = `${WidthGroup}${Kind}Percent` | `standard${Capitalize<WidthGroup>}${Kind}Percent`;

/** A shop's percents for a model, a category or by default. A percent that is null, absent or 0 is not set (P1). */
export type PercentRow = { readonly [K in PercentKey]?: number | null | undefined };

/** The default shop percent of retail (P1). */
export const DEFAULT_SHOP_PERCENT = 65;

/** P1: the width group of a width in feet. */
export const widthGroup = (width: number): WidthGroup => (width < 14 ? 'eightTenTwelve' : 'fourteenSixteen');

const standardGroup = { eightTenTwelve: 'EightTenTwelve', fourteenSixteen: 'FourteenSixteen' } as const;

/** P1: the field with the percent for a width in feet and an order type. */
export function percentKey(width: number, type: OrderType, standard = false): PercentKey {
  const group = widthGroup(width);
  const kind = type === 'Customer' ? 'NB' : 'INV';
  return standard ? `standard${standardGroup[group]}${kind}Percent` : `${group}${kind}Percent`;
}

/**
 * P1: the shop percent that is set for a width in feet and an order type; null if none is, so that the default of 65
 * applies.
 */
export function findShopPercent(
  rows: readonly (PercentRow | null | undefined)[],
  width: number,
  type: OrderType,
): number | null {
  const shopPercent = percentKey(width, type);
  const standard = percentKey(width, type, true);
  for (const row of rows) {
    const percent = [row?.[shopPercent], row?.[standard]].find((value) => value != null && value > 0);
    if (percent != null) return percent;
  }
  return null;
}

/**
 * P1: the shop's percent of retail, from the first row that sets it: the model's, the category's, or the default
 * category's.
 */
export const shopPercent = (rows: readonly (PercentRow | null | undefined)[], width: number, type: OrderType): number =>
  findShopPercent(rows, width, type) ?? DEFAULT_SHOP_PERCENT;
