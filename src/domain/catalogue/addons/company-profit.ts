import { type AllocationFlag, paysNoShop } from '../../pricing/case/case.js';
import { mulDiv, tenThousandths } from '../../pricing/exact.js';

/** One unit of an add-on as it is sold: dollars with up to four decimals, the shop's percent as 61.25 %. */
export interface SoldUnit {
  readonly retailPrice: number;
  readonly shopPercent: number;
  readonly mode: AllocationFlag | null;
  readonly discount: boolean;
}

/** What the company keeps of a unit: dollars with four decimals, and a fraction of its own amount. */
export interface CompanyProfit {
  readonly amount: number;
  readonly percent: number;
}

/** P12: the company's amount less the shop's for one unit by its mode (P4), to four decimals; the percent is 0 where the company has no amount. */
export function companyProfit({ retailPrice, shopPercent, mode, discount }: SoldUnit): CompanyProfit {
  const price = tenThousandths(retailPrice) * (discount ? -1 : 1);
  const company = companyAmount(mode, price);
  const profit = company - shopAmount(mode, price, tenThousandths(shopPercent));
  return { amount: profit / 10_000, percent: company === 0 ? 0 : Number((profit / company).toFixed(6)) };
}

function companyAmount(mode: AllocationFlag | null, price: number): number {
  if (mode === 'passThrough' || mode === 'dealerSpecific') return 0;
  if (mode === 'companyDealerSplit') return mulDiv(price, 1, 2);
  return mode === 'companyDealerShopSplit' ? mulDiv(price, 1, 3) : price;
}

function shopAmount(mode: AllocationFlag | null, price: number, percent: number): number {
  if (paysNoShop.has(mode)) return 0;
  return mode === 'companyShopSplit' ? mulDiv(price, percent, percent + 1e6) : mulDiv(price, percent, 1e6);
}
