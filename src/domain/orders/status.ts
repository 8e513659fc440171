import { isShopRole, type Role } from '../access/roles.js';
import { invalid } from '../errors.js';

export const orderStatuses = ['New', 'InQueue', 'Building', 'Finished', 'On Hold', 'Invoiced', 'Canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Pushed and not yet invoiced: what such orders cost may still change. */
export const openStatuses = ['InQueue', 'Building', 'Finished', 'On Hold'] as const satisfies readonly OrderStatus[];

/** Where a shop may move an order; the dashboard's Change Status menu shows the same table. */
export const shopTransitions = {
  New: [],
  InQueue: ['Building', 'On Hold'],
  'On Hold': ['InQueue', 'Building'],
  Building: ['Finished'],
  Finished: [],
  Invoiced: [],
  Canceled: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** What the decision about a status change depends on. */
export interface Move {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly role: Role;
  readonly hasInvoice: boolean;
  readonly hasShop: boolean;
  readonly openAlerts: number;
}

/** Why an order may not move; null when it may. Invoiced comes and goes with the invoice only. */
export function whyNot({ from, to, role, hasInvoice, hasShop, openAlerts }: Move): string | null {
  if (from === to) return null;
  if (hasInvoice) return 'its invoice must be deleted first';
  if (to === 'Invoiced') return 'an order becomes Invoiced by creating its invoice';
  if (isShopRole(role)) {
    const allowed: readonly OrderStatus[] = shopTransitions[from];
    return allowed.includes(to) ? null : 'the shop cannot make this change';
  }
  if (to === 'New' || to === 'Canceled') return null;
  if (!hasShop) return 'choose a shop first';
  return openAlerts > 0 ? `${openAlerts} alert${openAlerts === 1 ? ' is' : 's are'} not accepted` : null;
}

/** What a status change sets besides the status: days in the company's time zone. */
export function effectsOf(to: OrderStatus, today: string, role: Role, before: { dateFinished: string | null }) {
  return {
    isBuilding: to === 'Building',
    dateFinished: to === 'Finished' && (isShopRole(role) || !before.dateFinished) ? today : before.dateFinished,
    invoicedDate: null,
  };
}

/** Built: its material is used. */
const isBuilt = (status: OrderStatus): boolean => status === 'Finished' || status === 'Invoiced';

/**
 * What a change of status means for the items of an order: they leave the stock when it is Finished, and return when it
 * is set back. Creating and deleting its invoice means nothing.
 */
export function stockEffectOf(from: OrderStatus, to: OrderStatus): 'take' | 'return' | null {
  if (isBuilt(from) === isBuilt(to)) return null;
  return to === 'Finished' ? 'take' : 'return';
}

/** A status from a path or the command line, in any spelling (`onhold`, `On Hold`, `on-hold`); null when there is none. */
export function readStatus(text: string): OrderStatus | null {
  const plain = (s: string) => s.toLowerCase().replace(/[\s_-]/g, '');
  return orderStatuses.find((status) => plain(status) === plain(text)) ?? null;
}

/** Refuses a text that names no status; nothing asks for none. */
export function refuseUnknownStatus(text: string | undefined): void {
  if (text !== undefined && !readStatus(text)) throw invalid('status', `"${text}" is no status of an order`);
}
