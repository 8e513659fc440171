import { newId } from '../kernel/ids.js';
import type { RepairType } from '../billing/repair-invoices/status.js';
import { homeShop, type World } from './world.js';

/**
 * Creates Approved repair or driver invoices of these amounts in cents, each with one item; by default of the home
 * shop. Dated 2026-11-13.
 */
export async function makeApprovedRepairs(
  world: World,
  type: RepairType,
  amounts: readonly number[],
  shop = homeShop,
): Promise<string[]> {
  const shopId = await world.findShopId(shop);
  const ids = amounts.map(() => newId());
  if (ids.length === 0) return ids;
  const invoices = amounts.map((amount, n) => ({
    ...{ id: ids[n], type: type.toLowerCase(), invoice_number: `R-${ids[n] ?? ''}`, invoiced_date: '2026-11-13' },
    ...{ bill_to: 'the company', status: 'Approved', status_since: world.now, shop_id: shopId },
    ...{ shop_total: amount, standard_total: amount },
  }));
  await world.db('repair_invoices').insert(invoices);
  const items = amounts.map((amount, n) => ({
    ...{ id: newId(), invoice_id: ids[n], position: 0, name: 'Block', quantity: 1 },
    ...{ rate: amount, standard_rate: amount, amount, standard_amount: amount },
  }));
  await world.db('repair_invoice_items').insert(items);
  return ids;
}
