import { findCompany } from '../../company/company/queries.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { explainRefusedMove, listEffects, type OrderStatus } from '../../kernel/order/status.js';
import { todayIn } from '../../kernel/time.js';
import { isCountedSince } from '../../stock/counted-since.js';
import { followStatus } from '../../stock/order-stock.js';
import { findHappening, notifyOfOrders } from '../intake/notices.js';
import type { StoredOrder } from '../pricing/locked-orders.js';

/**
 * Sets the status of a locked order and its dates, as the transition table allows; for shops, only as their menu
 * allows. Updates its stock and notifies its shop. Throws order-status.
 */
export async function moveOrder(ctx: WriteCtx, order: StoredOrder, to: OrderStatus): Promise<void> {
  const openAlerts = order.alerts.filter((alert) => !alert.accepted).length;
  const why = explainRefusedMove({
    from: order.status,
    to,
    role: ctx.actor.role,
    hasInvoice: order.hasInvoice,
    hasShop: order.shopId !== null,
    openAlerts,
    statusSince: order.statusSince,
    now: ctx.clock.now(),
    isCounted: await isCountedSince(ctx.db, order.id),
  });
  if (why) throw new DomainError('order-status', { from: order.status, to, why });
  const company = await findCompany(ctx.db);
  const effects = listEffects(
    to,
    todayIn(company?.timeZone ?? 'America/Chicago', ctx.clock.now()),
    ctx.actor.role,
    order,
  );
  await ctx
    .db('orders')
    .where({ id: order.id })
    .update({
      status: to,
      status_since: ctx.clock.now(),
      is_building: effects.isBuilding,
      date_finished: effects.dateFinished,
      invoiced_date: effects.invoicedDate,
      ...(to === 'On Hold' ? {} : { hold_reason: null }),
    });
  await followStatus(ctx, order, order.status, to);
  const happening = findHappening(order.status, to);
  const { id, shopId, serialNumber: name } = order;
  if (happening) await notifyOfOrders(ctx, happening, [{ shopId, id, name, count: 1 }]);
}
