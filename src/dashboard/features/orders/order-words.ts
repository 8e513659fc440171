import { shopTakeBacks, type OrderStatus } from '../../../domain/kernel/order/status.js';

const steps: Readonly<Partial<Record<OrderStatus, string>>> = {
  Building: 'Start Building',
  'On Hold': 'Put On Hold',
  InQueue: 'Back to InQueue',
  Finished: 'Mark Finished',
};

/** A move as a verb, the same in lists, previews and the form: `Start Building`, `Back to InQueue`. */
export const formatMove = (from: OrderStatus, to: OrderStatus): string =>
  shopTakeBacks[from] === to ? `Back to ${to}` : (steps[to] ?? to);

const units: Readonly<Record<string, string>> = {
  piece: '',
  linearFt: 'per ft',
  sqft: 'per sq ft',
  percent: 'of the order',
};
/** What the retail price of a line includes. */
export const getUnit = (type: string): string => units[type] ?? '';

const modes: Readonly<Record<string, string>> = {
  passThrough: 'Pass through',
  dealerSpecific: 'Dealer specific',
  companySpecific: 'Company specific',
  companyDealerSplit: 'Company/dealer split',
  companyDealerShopSplit: 'Company/dealer/shop split',
  companyShopSplit: 'Company/shop split',
  shopSpecific: 'Shop specific',
};
/** How the price of a line is split, if not in the usual way. */
export const modeText = (mode: string | null): string | null => (mode === null ? null : (modes[mode] ?? null));
