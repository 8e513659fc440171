import type { Use } from '../records/uses.js';
import { openStatuses } from './status.js';

const unfinishedList = ['New', ...openStatuses].map((status) => `'${status}'`).join(', ');

/**
 * Throws if open orders use a record that is to be deleted. Invoiced and canceled orders do not count, because their
 * figures are stored.
 */
export const openOrders = (condition: string): Use => ({
  table: 'orders',
  column: `${condition} and status in (${unfinishedList})`,
  one: 'open order',
  many: 'open orders',
});
