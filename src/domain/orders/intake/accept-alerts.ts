import { z } from 'zod';
import { queryRows } from '../../kernel/database/rows.js';
import { service } from '../../kernel/service.js';
import { plural } from '../../kernel/text/plural.js';
import { findAlertSummary } from '../reads/queries.js';
import { AlertSummary } from '../schema.js';
import { toKey, withCause } from './desk/cause.js';
import { type HoldingOrder, holdingColumns } from './desk/holding.js';
import { CauseInput } from './desk/schema.js';
import type { StoredAlert } from './insert-rows.js';

export const summarizeAlerts = service({
  summary: 'Summarize the open alerts of New orders by kind: alerts, orders and price difference from the catalogue',
  permission: 'orders.import',
  effect: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(AlertSummary) }),
  run: async (ctx) => ({ items: await findAlertSummary(ctx.db) }),
});

export const acceptAlerts = service({
  summary:
    'Accept alerts of New orders: of some orders, of one kind or of all; alerts about canceled sales only by their kind',
  permission: 'orders.import',
  effect: 'write',
  input: z.strictObject({
    ids: z.array(z.uuid('is not a valid ID')).max(10_000).optional(),
    code: z.string().max(40).optional(),
    codes: z.array(z.string().max(40)).max(100).optional(),
    text: z.string().max(500).optional(),
    /** Only the alerts of one cause, as New orders are grouped. */
    cause: CauseInput.optional(),
  }),
  output: z.object({ msg: z.string(), orders: z.int() }),
  run: async (ctx, { ids, code, codes, text, cause }) => {
    const openOrders = ctx.db('orders').where({ status: 'New' }).where('open_alerts', '>', 0);
    if (ids) openOrders.whereRaw('id = any(?)', [ids]);
    const orders = await queryRows<HoldingOrder>(openOrders.orderBy('id').forUpdate().select(holdingColumns));
    const isNamed = [code, codes, text, cause].some((one) => one !== undefined);
    const canceledOrders = isNamed ? [] : orders.filter(({ alerts }) => alerts.some(isCanceledSale));
    const accepted = orders.flatMap((order) => {
      const alerts = order.alerts.map((a) =>
        (isNamed || a.code !== 'canceled') &&
        (code === undefined || a.code === code) &&
        (codes === undefined || codes.includes(a.code)) &&
        (text === undefined || a.text === text) &&
        (cause === undefined || toKey(withCause(order, a)) === toKey(cause))
          ? { ...a, accepted: true }
          : a,
      );
      return JSON.stringify(alerts) === JSON.stringify(order.alerts)
        ? []
        : [{ id: order.id, alerts: JSON.stringify(alerts) }];
    });
    await ctx.db.raw(
      `update orders o set alerts = x.alerts::jsonb, revision = o.revision + 1, updated_at = ?, updated_by = ? from unnest(?::uuid[], ?::text[]) as x(id, alerts) where o.id = x.id`,
      [ctx.clock.now(), ctx.actor.name, accepted.map((a) => a.id), accepted.map((a) => a.alerts)],
    );
    await ctx.audit({
      action: 'accept alerts',
      entity: 'order',
      ids: accepted.map((a) => a.id),
      after: {
        ...{ code: code ?? codes?.join(', ') ?? cause?.kind ?? 'all', text: text ?? cause?.words ?? 'all' },
        orders: accepted.length,
      },
    });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    const msg = `Alerts of ${accepted.length} ${plural(accepted.length, 'order')} are accepted.`;
    return {
      msg:
        canceledOrders.length === 0
          ? msg
          : `${msg} ${canceledOrders.length} ${plural(canceledOrders.length, 'was', 'were')} canceled: decide under Proposals.`,
      orders: accepted.length,
    };
  },
});

/** Whether an alert reports a canceled sale. Such an alert is not accepted in bulk, where no one reads each one. */
const isCanceledSale = ({ code, accepted }: StoredAlert): boolean => code === 'canceled' && !accepted;
