import type { Knex } from 'knex';
import { queryRows } from '../../kernel/database/rows.js';
import { toEntries } from '../../kernel/objects.js';

/** The serial number of an order, trimmed of spaces, line ends and no-break spaces. */
export const TRIMMED_SERIAL = String.raw`btrim(serial_number, E' \t\r\n\u00a0')`;

/** Rules that the data must always satisfy. Each query returns the records that violate one. */
export const invariants = {
  'an order foots': `
    select id from orders where sub_total_shop <> base_price_shop + add_ons_total_shop + custom_add_ons_total_shop
      or sub_total_company <> base_price_company + add_ons_total_company + custom_add_ons_total_company
      or grand_total_shop <> sub_total_shop + adjustment_shop or grand_total_company <> sub_total_company + adjustment_company or grand_total_order <> sub_total_order
      or total_cost_shop <> shed_total_cost_shop + add_ons_total_cost_shop + custom_add_ons_total_cost_shop + overhead_shop
      or profit_dollars_shop <> grand_total_shop - total_cost_shop or profit_dollars_company <> grand_total_company - total_cost_company`,
  'the lines of an order sum to its totals': `
    select o.id from orders o left join (
      select order_id, sum(total_sale_price_shop) filter (where kind = 'addOn') a, sum(total_sale_price_shop) filter (where kind = 'custom') c,
        sum(total_sale_price_order) filter (where kind = 'addOn') ao from order_lines group by 1) l on l.order_id = o.id
    where o.add_ons_total_shop <> coalesce(l.a, 0) or o.custom_add_ons_total_shop <> coalesce(l.c, 0) or o.add_ons_total_order <> coalesce(l.ao, 0)`,
  'an order is billed once': `
    select order_id as id from invoices where deleted_at is null and order_id is not null group by 1 having count(*) > 1`,
  'an invoice number is used once by a shop': `
    select min(id::text) as id from invoices where deleted_at is null group by shop_id, lower(invoice_number) having count(*) > 1`,
  'an invoice is Paid if and only if it is in a payment': `
    select id from invoices where (status = 'Paid' and deleted_at is null) <> (payment_id is not null)`,
  'a repair or driver invoice is Paid if and only if a payment or the office paid it': `
    select id from repair_invoices
    where (status = 'Paid' and deleted_at is null) <> (payment_id is not null or (paid_on is not null and deleted_at is null))
      or (payment_id is not null and paid_on is not null)`,
  'a repair or driver invoice is the sum of its items': `
    select r.id from repair_invoices r left join (
      select invoice_id, sum(amount) a, sum(standard_amount) s from repair_invoice_items group by 1) i on i.invoice_id = r.id
    where r.deleted_at is null and (r.shop_total <> coalesce(i.a, 0) or r.standard_total <> coalesce(i.s, 0))`,
  'an order is Invoiced if and only if it has a live invoice': `
    select o.id from orders o where (o.status = 'Invoiced') <> exists (select 1 from invoices i where i.order_id = o.id and i.deleted_at is null)`,
  "an invoice has its order's amounts until it is paid": `
    select i.id from invoices i join orders o on o.id = i.order_id where i.deleted_at is null and i.payment_id is null
      and (i.shop_total <> o.grand_total_shop or i.company_total <> o.grand_total_company or i.order_total <> o.grand_total_order)`,
  "an Invoiced order carries its invoice's day": `
    select o.id from orders o join invoices i on i.order_id = o.id and i.deleted_at is null where o.invoiced_date is distinct from i.invoiced_date`,
  'a paid invoice is in a live payment of its shop': `
    select i.id from invoices i left join payments p on p.id = i.payment_id
    where i.payment_id is not null and (p.id is null or p.deleted_at is not null or p.shop_id <> i.shop_id)`,
  'a paid repair or driver invoice is in a live payment of its shop': `
    select i.id from repair_invoices i left join payments p on p.id = i.payment_id
    where i.payment_id is not null and (p.id is null or p.deleted_at is not null or p.shop_id <> i.shop_id)`,
  'a paid correction is in a live payment of its shop': `
    select c.order_id as id from corrections c left join payments p on p.id = c.payment_id left join orders o on o.id = c.order_id
    where c.shop_id is distinct from o.shop_id
      or (c.payment_id is not null and (p.id is null or p.deleted_at is not null or p.shop_id <> c.shop_id))`,
  'a payment is the sum of its invoices': `
    select p.id from payments p left join (select payment_id, count(*) n, sum(shop_total) s, sum(company_total) c from invoices where deleted_at is null group by 1) i on i.payment_id = p.id
      left join (select payment_id, count(*) filter (where type = 'repair') rn, coalesce(sum(shop_total) filter (where type = 'repair'), 0) rs,
        count(*) filter (where type = 'driver') dn, coalesce(sum(shop_total) filter (where type = 'driver'), 0) ds
        from repair_invoices where deleted_at is null group by 1) r on r.payment_id = p.id
      left join (select payment_id, count(*) n, sum(amount) s from corrections group by 1) c on c.payment_id = p.id
    where p.deleted_at is null and (p.invoice_count <> coalesce(i.n, 0) + coalesce(r.rn, 0) + coalesce(r.dn, 0)
      or p.sub_total <> coalesce(i.s, 0) + coalesce(r.rs, 0) + coalesce(r.ds, 0) + coalesce(c.s, 0) or p.company_total <> coalesce(i.c, 0)
      or (p.repair_count, p.repair_total, p.driver_count, p.driver_total, p.correction_count, p.correction_total)
        <> (coalesce(r.rn, 0), coalesce(r.rs, 0), coalesce(r.dn, 0), coalesce(r.ds, 0), coalesce(c.n, 0), coalesce(c.s, 0)))`,
  'the kept totals equal a recount': `
    select coalesce(t.shop_id, o.shop_id) as id from order_totals t full join (
      select coalesce(shop_id, '00000000-0000-0000-0000-000000000000') shop_id, status, count(*) n, sum(grand_total_shop) s, sum(grand_total_company) c from orders group by 1, 2) o
    using (shop_id, status)
    where coalesce(t.n, 0) <> coalesce(o.n, 0) or coalesce(t.shop_total, 0) <> coalesce(o.s, 0) or coalesce(t.company_total, 0) <> coalesce(o.c, 0)`,
  'the stored totals of invoices match a recount': `
    select shop_id as id from (
      select shop_id, status, n, shop_total, company_total, order_total from invoice_totals
      union all select shop_id, status, -1, -shop_total, -company_total, -order_total from invoices where deleted_at is null) t
    group by shop_id, status having (sum(n), sum(shop_total), sum(company_total), sum(order_total)) <> (0, 0, 0, 0)`,
  'an invoice has the serial number of its order': `
    select i.id from invoices i join orders o on o.id = i.order_id where i.serial_number is distinct from o.serial_number`,
  'stock equals its movements': `
    select item_id as id from shop_item_values v full join (
      select shop_id, item_id, sum(on_order) o, sum(received) r, sum(current) c from stock_movements group by 1, 2) m using (shop_id, item_id)
    where (coalesce(v.quantity_on_order, 0), coalesce(v.quantity_in_received, 0), coalesce(v.quantity_in_current, 0))
      is distinct from (coalesce(m.o, 0), coalesce(m.r, 0), coalesce(m.c, 0))`,
  'a material order foots': `
    select m.id from material_orders m left join (
      select order_id, sum(total) t, sum(freight) f, bool_or(total <> round(quantity * new_price * 100)
        and (quantity = 0 or new_price <> round(total / (quantity * 100), 4))) as wrong from material_order_lines group by 1) l on l.order_id = m.id
    where m.grand_total <> coalesce(l.t, 0) or m.freight <> coalesce(l.f, 0) or l.wrong`,
  'a line of a material order is the sum of its receipts': `
    select distinct l.order_id as id from material_order_lines l left join (
      select line_id, sum(quantity) r, sum(quantity) filter (where pushed_at is not null) p from material_receipts group by 1) r on r.line_id = l.id
    where l.received <> coalesce(r.r, 0) or l.pushed <> coalesce(r.p, 0)`,
  'a shed has no negative price': `select distinct model_id as id from sheds where retail_price < 0`,
  'an add-on has no negative price': `select id from add_ons where retail_price < 0`,
  'an item has no negative price': `
    select id from items where sub_total < 0 or freight < 0
    union select item_id from shop_item_values where sub_total < 0 or freight < 0`,
  'a serial number has no blanks at its ends': `select id from orders where serial_number <> ${TRIMMED_SERIAL}`,
  'an import counts the orders it brought': `
    select i.id from imports i where i.kind = 'orders' and i.undone_at is null
      and (select count(*) from audit_entries a where a.action = 'import' and a.after->>'import' = i.id::text) <> 1`,
} as const satisfies Readonly<Record<string, string>>;
export type Invariant = keyof typeof invariants;

/** The violated invariants, each with the IDs of up to 20 records; empty if there are none. */
export async function brokenInvariants(db: Knex): Promise<{ invariant: Invariant; ids: string[] }[]> {
  const violations: { invariant: Invariant; ids: string[] }[] = [];
  for (const [invariant, sql] of toEntries(invariants)) {
    const rows = await queryRows<{ id: string }>(db.raw(`select id from (${sql}) x limit 20`));
    if (rows.length > 0) violations.push({ invariant, ids: rows.map((row) => row.id) });
  }
  return violations;
}
