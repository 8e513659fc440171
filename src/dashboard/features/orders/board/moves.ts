import type { Role } from '../../../../domain/kernel/rights/roles.js';
import { isShopRole } from '../../../../domain/kernel/rights/roles.js';
import { listShopTargets, explainRefusedMove } from '../../../../domain/kernel/order/status.js';
import type { OrderRow } from '../change-order.js';

/** The statuses of the board, in workflow order. */
export const boardStatuses = ['InQueue', 'Building', 'On Hold', 'Finished'] as const;
export type BoardStatus = (typeof boardStatuses)[number];

/** A status an order can be moved to on the board, or the reason why not. */
export interface BoardMove {
  readonly to: BoardStatus;
  readonly why: string | null;
}

/**
 * Where a role may move an order on the board: a shop follows the next steps of its menu, the office may move anywhere;
 * with the reason if it may not.
 */
export function getMoves(
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
      why: explainRefusedMove({
        ...{ from: status, to, role, hasInvoice: status === 'Invoiced', hasShop: shop !== null, openAlerts },
        ...{ ...since, isCounted: false },
      }),
    }));
}
