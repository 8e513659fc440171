import { allocations } from '../../pricing/allocation.js';
import type { AllocationFlag } from '../../pricing/case/case.js';
import { tenThousandths } from '../../pricing/exact.js';

/** One unit of an add-on as sold: dollars with up to four decimals; the shop's percent as in 61.25. */
export interface SoldUnit {
  readonly retailPrice: number;
  readonly shopPercent: number;
  readonly mode: AllocationFlag | null;
  readonly discount: boolean;
}

/** The company's profit on one unit: dollars with four decimals, and as a fraction of the company's amount. */
export interface CompanyProfit {
  readonly amount: number;
  readonly percent: number;
}

/**
 * P12: the company's amount minus the shop's for one unit, according to the add-on's mode (P4), to four decimals. The
 * percent is 0 if the company's amount is 0.
 */
export function computeAddOnCompanyProfit({ retailPrice, shopPercent, mode, discount }: SoldUnit): CompanyProfit {
  const price = tenThousandths(retailPrice) * (discount ? -1 : 1);
  const percent = tenThousandths(shopPercent);
  const parts = allocations[mode ?? 'default'];
  const company = parts.company.of(price, percent);
  const profit = company - parts.shop.of(price, percent);
  return { amount: profit / 10_000, percent: company === 0 ? 0 : Number((profit / company).toFixed(6)) };
}
