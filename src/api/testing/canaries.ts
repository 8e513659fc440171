import type { Knex } from 'knex';
import type { Audience } from '../../domain/kernel/rights/roles.js';

const CENTS = 3133777;
const PERCENT = 313.3777;
const WORD = 'CANARY-OF-THE-COMPANY';

/** The canaries as they would appear in JSON, a document or a log. */
export const canary = /31,?337\.77|(?<!\d)3133777(?!\d)|313\.3777|CANARY-OF-THE-COMPANY/;

/**
 * Columns that only the company may see: company and retail order views, commissions, hauling, a customer's balance,
 * settings; but not `quantity_on_order` and `on_order`, which are the shop's own stock.
 */
const companyOnly =
  /(?<!^(quantity_)?on)_(company|order)$|^(company_total|order_total|haul_total|shed_suite_total|haul|escort|dealer_commission|sales_rep_commission|fourteen_wide_escort|sixteen_wide_escort|fuel_surcharge|haul_percent|balance)$|_percent_company$|_commission_percent$|^(lot_to_customer|shop_to_lot)_percent$/;

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

/** Writes recognizable amounts into every stored company figure; returns the affected columns. */
export async function plantCanaries(db: Knex): Promise<string[]> {
  const planted = await (columnsOfCompany ??= findColumns(db));
  for (const table of new Set(planted.map(({ table_name }) => table_name))) {
    const columns = planted.filter(({ table_name }) => table_name === table);
    await plant(
      db,
      table,
      Object.fromEntries(
        columns.map(({ column_name, data_type }) => [column_name, data_type === 'bigint' ? CENTS : PERCENT]),
      ),
    );
  }
  await plantDocuments(db);
  return planted.map(({ table_name, column_name }) => `${table_name}.${column_name}`).sort();
}

/** The columns, read once because every test database has the same. */
let columnsOfCompany: Promise<Column[]> | undefined;

async function findColumns(db: Knex): Promise<Column[]> {
  const { rows } = (await db.raw(
    `select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and data_type in ('bigint', 'numeric')`,
  )) as { rows: Column[] };
  return rows.filter(({ column_name }) => companyOnly.test(column_name));
}

/** Writes the values into the rows of a table that do not have them yet. */
async function plant(db: Knex, table: string, values: Readonly<Record<string, string | number | boolean>>) {
  const names = Object.keys(values);
  const lacking = names.map(() => '?? is distinct from ?').join(' or ');
  await db(table)
    .whereRaw(
      lacking,
      names.flatMap((name) => [name, values[name] ?? null]),
    )
    .update(values);
}

/**
 * The same as text and inside JSON: what the sales system reports about an order's sale, its record, pricing
 * snapshots, payment totals and the history.
 */
async function plantDocuments(db: Knex): Promise<void> {
  const amount = CENTS / 100;
  await plant(db, 'orders', {
    ...{ driver: WORD, customer_phone: WORD, customer_email: WORD, rto: true, rto_company: WORD, sale_status: WORD },
  });
  await plant(db, 'order_sources', { source: JSON.stringify({ word: WORD, total: amount }) });
  await db.raw(
    `with planted as (
       select id, (select jsonb_object_agg(key, case when key ~ ? then to_jsonb(?::bigint) else value end) from jsonb_each(figures)) as figures
         from payments)
     update payments set figures = planted.figures from planted
      where payments.id = planted.id and payments.figures is distinct from planted.figures`,
    ['_(company|order)$|^(haul|escort|dealer_commission|sales_rep_commission)$', CENTS],
  );
  const trail = {
    basePrice: amount,
    adjustment: { company: amount },
    companyTotal: amount,
    haul: amount,
    addOns: [{ name: WORD, retailPrice: amount }],
    note: WORD,
  };
  const [before, after] = [trail, { ...trail, haul: 0 }].map((one) => JSON.stringify(one)) as [string, string];
  await db('audit_entries')
    .whereRaw(`(before @> ?::jsonb and after @> ?::jsonb) is not true`, [before, after])
    .update({
      before: db.raw(`coalesce(before, '{}') || ?::jsonb`, [before]),
      after: db.raw(`coalesce(after, '{}') || ?::jsonb`, [after]),
    });
}

/** Fields never sent to a shop. */
const never = new Set(
  (
    'dealerCommission salesRepCommission escort haul dealerCommissionTotal salesRepCommissionTotal escortTotal haulTotal haulTotalTyped haulPercent overheadPercentCompany overheadPercentShop ' +
    'dealerCommissionPercent salesRepCommissionPercent lotToCustomerPercent shopToLotPercent fourteenWideEscort sixteenWideEscort fuelSurcharge passwordHash password source shedSuite pricing retail companyCost ' +
    'balance customerPhone customerEmail rto rtoCompany rtoMonths saleStatus'
  ).split(' '),
);
/** Figures with one value per view. */
const viewFields =
  /^(basePrice|subTotal|adjustment|grandTotal|addOnsTotal|customAddOnsTotal|totalSalePrice|totalCost|overhead|overheadTotal|shedTotalCost|addOnsTotalCost|customAddOnsTotalCost|shedProfit\w+|addOnsProfit\w+|customAddOnsProfit\w+|profit\w*|paymentTotal|averageProfitPercent|totals?|amount)$/;
const companyViews = new Set(['company', 'order', 'shedSuite']);
/** Money of any kind, which builders never see. */
const money =
  /^(\w*(price|cost|profit|labor|percent|overhead|paymenttotal|subtotal|grandtotal|amount)\w*|totals|rate|adjustment|figures)$/i;

/** The customer's address, which builders never see. */
const addresses = new Set(['deliveryAddress', 'deliveryCity']);

/** The places of an answer with content that its reader must not see, found by name or by canary. */
export function findLeaks(body: unknown, to: Audience, at = '', parent = ''): string[] {
  if (Array.isArray(body)) return body.flatMap((item, n) => findLeaks(item, to, `${at}[${n}]`, parent));
  if (typeof body !== 'object' || body === null)
    return canary.test(String(body)) ? [`${at} = ${String(body).slice(0, 80)}`] : [];
  return Object.entries(body).flatMap(([key, value]) => {
    const place = `${at}.${key}`;
    const isForbidden =
      never.has(key) ||
      (companyViews.has(key) && viewFields.test(parent)) ||
      (to === 'builder' && (money.test(key) || addresses.has(key)));
    return isForbidden ? [place] : findLeaks(value, to, place, key);
  });
}
