import type { Use } from '../records/record.js';
import { openStatuses } from './status.js';

const unfinished = ['New', ...openStatuses].map((status) => `'${status}'`).join(', ');

/** Blocks deleting a record that open orders use. Invoiced and canceled orders have stored figures. */
export const openOrders = (condition: string): Use => ({
  table: 'orders',
  column: `${condition} and status in (${unfinished})`,
  one: 'open order',
  many: 'open orders',
});
