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
