import { notifyShops, type AffectedRecords, type Wording, groupByShop } from '../../kernel/notices/notify-shops.js';
import type { WriteCtx } from '../../kernel/context.js';
import type { OrderStatus } from '../../kernel/order/status.js';

/** The changes by the office to a shop's orders that notify the shop. */
type OrderHappening =
  'pushed' | 'taken' | 'replaced' | 'deleted' | 'canceled' | 'restored' | 'changed' | 'held' | 'scheduled';

const linkTo = (id: string | null) => (id ? ({ to: 'order', id } as const) : ({ to: 'orders' } as const));
const list = () => ({ to: 'orders' }) as const;

/** The link of the notice. A removed order cannot be opened, so its notice opens the list. */
const wordings: Readonly<Record<OrderHappening, (by: string) => Wording>> = {
  pushed: () => ({ ...phrase('Order Pushed', 'info', 'pushed to you'), link: linkTo }),
  restored: () => ({ ...phrase('Order Restored', 'info', 'restored'), link: linkTo }),
  canceled: (by) => ({ ...phrase('Order Canceled', 'warning', `canceled by ${by}`), link: linkTo }),
  changed: () => ({ ...phrase('Order Changed', 'warning', 'changed by the sales office'), link: linkTo }),
  scheduled: () => ({ ...phrase('Delivery Day', 'info', 'given a new delivery day'), link: linkTo }),
  held: () => ({ ...phrase('Order On Hold', 'warning', 'put on hold because its customer canceled'), link: linkTo }),
  taken: (by) => ({ ...phrase('Order Removed', 'warning', `removed from your queue by ${by}`), link: list }),
  replaced: (by) => ({ ...phrase('Order Replaced', 'warning', `replaced by an upload from ${by}`), link: list }),
  deleted: (by) => ({ ...phrase('Order Deleted', 'warning', `deleted by ${by}`), link: list }),
};

function phrase(msg: string, type: Wording['type'], what: string): Omit<Wording, 'link'> {
  return {
    ...{ kind: 'orders', msg, type },
    one: (serialNumber) => `Order ${serialNumber} was ${what}.`,
    many: (count) => `${count.toLocaleString('en-US')} orders were ${what}.`,
  };
}

/** Notifies the shops about what the office did to their orders. */
export const notifyOfOrders = (
  tx: WriteCtx,
  happening: OrderHappening,
  orders: readonly AffectedRecords[],
): Promise<void> => notifyShops(tx, wordings[happening](tx.actor.name), orders);

/** Notifies the shop of each order, like `notifyOfOrders`. */
export const notifyOrderShops = (
  tx: WriteCtx,
  happening: OrderHappening,
  orders: readonly { readonly id: string; readonly shopId: string | null; readonly serialNumber: string }[],
): Promise<void> => {
  const affectedOrders = orders.map(({ id, shopId, serialNumber: name }) => ({ id, shopId, name }));
  return notifyOfOrders(tx, happening, groupByShop(affectedOrders));
};

/** What a status change means to the shop, which does not see New orders; null if the shop gets no notice. */
export function findHappening(from: OrderStatus, to: OrderStatus): OrderHappening | null {
  if (from === to) return null;
  if (to === 'New') return 'taken';
  if (to === 'Canceled') return from === 'New' ? null : 'canceled';
  return from === 'New' || from === 'Canceled' ? 'pushed' : null;
}
