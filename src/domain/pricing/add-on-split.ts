/** P4: the most a shop's percent of an add-on may be that company, dealer and shop split. */
export const MOST_THREE_WAY = 66.6666;

/** P4: the most a shop's percent of an add-on or a line may be, by its type and how its price is split. */
export const mostPercent = (type: string, mode: string | null): number =>
  mode === 'companyDealerShopSplit' && type !== 'percent' ? MOST_THREE_WAY : 1000;
