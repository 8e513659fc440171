import type { Use } from '../records/record.js';
import { openStatuses } from './status.js';

const unfinished = ['New', ...openStatuses].map((status) => `'${status}'`).join(', ');

/** What keeps a record from being deleted: orders that are not invoiced yet. Invoiced and canceled ones have their figures. */
export const openOrders = (condition: string): Use => ({
  table: 'orders',
  column: `${condition} and status in (${unfinished})`,
  one: 'open order',
  many: 'open orders',
});
