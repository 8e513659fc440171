import { toKeys } from '../../kernel/objects.js';
/**
 * The percent of retail that a shop gets (P1), by width group and order type: its own, and the company's standard
 * ones. 0 means not set.
 */
export const percentColumns = {
  eightTenTwelveNBPercent: 'eight_ten_twelve_nb_percent',
  eightTenTwelveINVPercent: 'eight_ten_twelve_inv_percent',
  fourteenSixteenNBPercent: 'fourteen_sixteen_nb_percent',
  fourteenSixteenINVPercent: 'fourteen_sixteen_inv_percent',
  standardEightTenTwelveNBPercent: 'standard_eight_ten_twelve_nb_percent',
  standardEightTenTwelveINVPercent: 'standard_eight_ten_twelve_inv_percent',
  standardFourteenSixteenNBPercent: 'standard_fourteen_sixteen_nb_percent',
  standardFourteenSixteenINVPercent: 'standard_fourteen_sixteen_inv_percent',
} as const;
export type PercentName = keyof typeof percentColumns;
export const percentNames = toKeys(percentColumns);

/** The fields that the list of shops can be sorted by. */
export const shopSorts = ['name', 'city', 'state', 'overhead', 'averageInvoicesPerWeek'] as const;
