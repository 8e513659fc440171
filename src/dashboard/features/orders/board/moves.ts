import type { Role } from '../../../../domain/kernel/rights/roles.js';
import { isShopRole } from '../../../../domain/kernel/rights/roles.js';
import { listShopTargets, whyNot } from '../../../../domain/kernel/order/status.js';
import type { OrderRow } from '../change-order.js';

/** The statuses of the board, in the order of the work. */
export const boardStatuses = ['InQueue', 'Building', 'On Hold', 'Finished'] as const;
export type BoardStatus = (typeof boardStatuses)[number];

/** A place on the board an order may be moved to, or why not. */
export interface BoardMove {
  readonly to: BoardStatus;
  readonly why: string | null;
}

/** Where a role may move an order on the board: a shop along its menu, the office anywhere, with the reason against it. */
export function movesOf(
  { status, shop, openAlerts, statusSince }: Pick<OrderRow, 'status' | 'shop' | 'openAlerts' | 'statusSince'>,
  role: Role,
  now: Date,
): BoardMove[] {
  const since = { statusSince, now };
  const menu = listShopTargets(status, since);
  return boardStatuses
    .filter((to) => to !== status && (!isShopRole(role) || menu.includes(to)))
    .map((to) => ({
      to,
      why: whyNot({
        ...{ from: status, to, role, hasInvoice: status === 'Invoiced', hasShop: shop !== null, openAlerts },
        ...{ ...since, isCounted: false },
      }),
    }));
}
