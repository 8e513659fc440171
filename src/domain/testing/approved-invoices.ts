import { newId } from '../kernel/ids.js';
import { homeShop, type World } from './world.js';

/**
 * Creates Approved invoices of new orders of every kind in the demo feed, by default of the home shop; returns their
 * IDs. Their number is the order's serial number, their date 2026-11-13.
 */
export async function makeApprovedInvoices(world: World, count: number, shop = homeShop): Promise<string[]> {
  const shopId = await world.findShopId(shop);
  const orderIds = await world.createOrders(count);
  await world.db('orders').whereIn('id', orderIds).update({
    shop_id: shopId,
    alerts: '[]',
    status: 'Invoiced',
    date_finished: '2026-11-12',
    invoiced_date: '2026-11-13',
  });
  const ids = orderIds.map(() => newId());
  await world.db.raw(
    `insert into invoices (id, invoice_number, invoiced_date, bill_to, status, status_since, shop_id, order_id, shop_total, company_total, order_total)
     select i.id, o.serial_number, '2026-11-13', 'the company', 'Approved', now(), o.shop_id, o.id, o.grand_total_shop, o.grand_total_company, o.grand_total_order
     from unnest(?::uuid[], ?::uuid[]) as i(id, order_id) join orders o on o.id = i.order_id`,
    [ids, orderIds],
  );
  return ids;
}
