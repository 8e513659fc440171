import { isShopRole, type Role } from '../rights/roles.js';

export const orderStatuses = ['New', 'InQueue', 'Building', 'Finished', 'On Hold', 'Invoiced', 'Canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses of orders that are pushed to shops and not yet invoiced, whose costs may still change. */
export const openStatuses = ['InQueue', 'Building', 'Finished', 'On Hold'] as const satisfies readonly OrderStatus[];

/** The statuses to which a shop may move an order. The dashboard's Change Status menu shows the same table. */
export const shopTransitions = {
  New: [],
  InQueue: ['Building', 'On Hold'],
  'On Hold': ['InQueue', 'Building'],
  Building: ['Finished'],
  Finished: [],
  Invoiced: [],
  Canceled: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** The status changes that a shop may reverse within an hour, if they were a mistake. */
export const shopTakeBacks: Readonly<Partial<Record<OrderStatus, OrderStatus>>> = {
  Building: 'InQueue',
  Finished: 'Building',
};

const HOUR_MS = 60 * 60 * 1000;
const isWithinTheHour = ({ statusSince, now }: Pick<StatusMove, 'statusSince' | 'now'>): boolean =>
  now.getTime() - new Date(statusSince).getTime() <= HOUR_MS;

/** The statuses to which a shop may move an order now: by its menu, or back within an hour of a mistake. */
export function listShopTargets(
  from: OrderStatus,
  since: Pick<StatusMove, 'statusSince' | 'now'>,
): readonly OrderStatus[] {
  const back = shopTakeBacks[from];
  return back && isWithinTheHour(since) ? [...shopTransitions[from], back] : shopTransitions[from];
}

/** What the decision about a status change depends on. */
export interface StatusMove {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly role: Role;
  readonly hasInvoice: boolean;
  readonly hasShop: boolean;
  readonly openAlerts: number;
  /** When it reached `from`. */
  readonly statusSince: string;
  readonly now: Date;
  /** Whether its shop has counted material that this order took from stock when it was finished. */
  readonly isCounted: boolean;
}

/** Why an order may not change its status; null if it may. Only the invoice sets and clears Invoiced. */
export function explainRefusedMove(move: StatusMove): string | null {
  const { from, to, role, hasInvoice, hasShop, openAlerts } = move;
  if (from === to) return null;
  if (hasInvoice) return 'delete its invoice first';
  if (to === 'Invoiced') return 'create its invoice instead';
  if (isShopRole(role)) return explainRefusedByShop(move);
  if (to === 'New' || to === 'Canceled') return null;
  if (!hasShop) return 'choose a shop first';
  return openAlerts > 0 ? `${openAlerts} alert${openAlerts === 1 ? ' is' : 's are'} not accepted` : null;
}

function explainRefusedByShop({ from, to, isCounted, ...since }: StatusMove): string | null {
  if (!listShopTargets(from, since).includes(to))
    return shopTakeBacks[from] === to ? 'the shop can undo it only within an hour' : 'the shop cannot make this change';
  return shopTakeBacks[from] === to && isCounted ? 'its material has been counted since; ask the office' : null;
}

/** Statuses of finished orders, which keep their finish date. */
const finishedStatuses: readonly OrderStatus[] = ['Finished', 'Invoiced', 'Canceled'];

/** The fields that a status change sets besides the status. Dates are in the company's time zone. */
export function listEffects(to: OrderStatus, today: string, role: Role, before: { dateFinished: string | null }) {
  const isFinishedNow = to === 'Finished' && (isShopRole(role) || !before.dateFinished);
  const finishedDate = finishedStatuses.includes(to) ? before.dateFinished : null;
  return {
    isBuilding: to === 'Building',
    dateFinished: isFinishedNow ? today : finishedDate,
    invoicedDate: null,
  };
}

/** Whether the shed is built, so that its material has been used. */
const isBuilt = (status: OrderStatus): boolean => status === 'Finished' || status === 'Invoiced';

/**
 * How a status change affects the stock of an order's items: Finished removes them, moving back returns them.
 * Creating or deleting its invoice has no effect.
 */
export function computeStockEffect(from: OrderStatus, to: OrderStatus): 'take' | 'return' | null {
  if (isBuilt(from) === isBuilt(to)) return null;
  return to === 'Finished' ? 'take' : 'return';
}

/**
 * Parses a status from a path or the command line, in any spelling (`onhold`, `On Hold`, `on-hold`); null if it is
 * unknown.
 */
export function readStatus(text: string): OrderStatus | null {
  const normalize = (s: string) => s.toLowerCase().replace(/[\s_-]/g, '');
  return orderStatuses.find((status) => normalize(status) === normalize(text)) ?? null;
}
