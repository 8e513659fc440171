import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { DomainError } from '../../../kernel/errors.js';
import { orderStatuses } from '../../../kernel/order/status.js';
import { Id, PlainText } from '../../../kernel/records/fields.js';
import { service } from '../../../kernel/service.js';
import { plural } from '../../../kernel/text/plural.js';
import { updateOrder } from './change-order.js';

const MOST = 500;

const ListedOrder = z.object({
  _id: Id,
  /** The revision the user saw. If someone changed the order since, it is not changed. */
  revision: z.int(),
});

/** The changes for each of the orders; fields left out are unchanged. */
const ChangeOrders = z
  .object({
    orders: z.array(ListedOrder).min(1, 'must have at least 1 order').max(MOST, `must have at most ${MOST} orders`),
    status: z.enum(orderStatuses).optional(),
    /** The reason for the hold; only with the status On Hold. */
    holdReason: PlainText().max(2000, 'must be at most 2,000 characters').nullable().optional(),
    /** Null to remove the builder. */
    builder: Id.nullable().optional(),
    metalOrdered: z.boolean().optional(),
  })
  .refine(({ status, builder, metalOrdered }) => [status, builder, metalOrdered].some((part) => part !== undefined), {
    message: 'Include what to change: status, builder or metalOrdered',
  })
  .refine(({ orders }) => new Set(orders.map(({ _id }) => _id)).size === orders.length, {
    path: ['orders'],
    message: 'must list each order only once',
  });

/** Whether an order was changed: its new revision, or the reason it was not. */
const Outcome = z.object({
  _id: z.uuid(),
  done: z.boolean(),
  msg: z.string(),
  revision: z.int().nullable(),
});
type Outcome = z.output<typeof Outcome>;

export const updateOrders = service({
  summary: 'Change status, builder or metal ordered of several orders; one that is refused does not stop the others',
  permission: 'orders.change-status',
  effect: 'write',
  input: ChangeOrders,
  output: z.object({ msg: z.string(), done: z.int(), results: z.array(Outcome) }),
  run: async (ctx, { orders, ...change }) => {
    const outcomes = new Map<string, Outcome>();
    const inOneOrder = orders.toSorted((a, b) => (a._id < b._id ? -1 : 1)); // in ID order, to avoid deadlocks
    for (const order of inOneOrder) outcomes.set(order._id, await changeOne(ctx, order, change));
    const results = orders.flatMap(({ _id }) => outcomes.get(_id) ?? []);
    const doneCount = results.filter((result) => result.done).length;
    if (doneCount === 0) ctx.unchanged();
    else
      await ctx.audit({ action: 'change several', entity: 'order', after: { asked: orders.length, done: doneCount } });
    return { msg: formatDone(doneCount, orders.length), done: doneCount, results };
  },
});

type Change = Omit<z.output<typeof ChangeOrders>, 'orders'>;

/** `3 orders are updated`, `2 of 3 orders are updated`. */
const formatDone = (doneCount: number, total: number): string =>
  `${doneCount === total ? total : `${doneCount} of ${total}`} ${plural(total, 'order')} ${total === 1 ? 'is' : 'are'} updated`;

/** Changes one order in its own savepoint. Any error other than a refusal ends the batch. */
async function changeOne(
  ctx: WriteCtx,
  { _id: id, revision }: z.output<typeof ListedOrder>,
  change: Change,
): Promise<Outcome> {
  try {
    const { msg, order } = await updateOrder({ ...ctx, idempotency: undefined }, { id, revision, ...change });
    return { _id: id, done: true, msg, revision: order.revision };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { _id: id, done: false, msg: error.message, revision: null };
  }
}
