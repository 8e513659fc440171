import { createContext, useContext } from 'react';
import type { Locks } from './locks.js';
import type { Lookups, OrderRecord } from '../../../components/shared/orders/order-types.js';
import type { Saving } from './saving/use-save-order.js';

/** Shared by the parts of the form. */
export interface OrderContext {
  readonly order: OrderRecord;
  readonly locks: Locks;
  readonly saving: Saving;
  /** The office's options; undefined for shops, and while loading. */
  readonly lookups: Lookups | undefined;
}

const Context = createContext<OrderContext | null>(null);
export const OrderProvider = Context.Provider;

/** The order of the form; only inside it. */
export function useOrder(): OrderContext {
  const context = useContext(Context);
  if (!context) throw new Error('useOrder needs the order form');
  return context;
}
