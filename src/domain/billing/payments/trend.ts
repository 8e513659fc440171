import type { Cents } from '../../kernel/cents.js';
import type { ActorCtx } from '../../kernel/context.js';
import { getScope } from '../../kernel/context.js';
import { averageProfitPercent } from '../../pricing/payment.js';
import { trendDays } from './rules.js';
import { queryRows } from '../../kernel/database/rows.js';

interface TrendRow {
  readonly date: string;
  readonly payments: number;
  readonly invoices: number;
  readonly amountShop: Cents;
  readonly amountCompany: Cents;
  readonly revenueShop: number;
  readonly revenueCompany: number;
  readonly profitShop: number;
  readonly profitStandard: number;
  readonly profitCompany: number;
  readonly leftOut: number;
}

/**
 * P12: per payment date in the three months up to `today`: amounts in cents, gross profit as fractions of the orders'
 * revenue, and the number of invoices.
 */
export async function findTrend(ctx: ActorCtx, today: string, shop: string | undefined) {
  const { from, until } = trendDays(today);
  const shopId = getScope(ctx.actor) ?? shop ?? null;
  const rows = await queryRows<TrendRow>(ctx.db.raw(trendSql, { from, until, shopId }));
  return { from, until, items: rows.map(toPoint) };
}

const figure = (column: string): string =>
  `((figures->>'${column}')::bigint - coalesce((figures->>'unknown_${column}')::bigint, 0))`;
const leftOut = `coalesce((figures->>'unknown_count')::bigint, 0)`;
/** Only over orders of known cost. */
const sum = (column: string): string => `sum(${figure(column)})`;

/** Entered haul replaces Σ haul in the company's profit (P7), unless no order of the payment has a known cost. */
const haulChange = `sum(case when haul_total is null or ${figure('grand_total_shop')} = 0 and ${leftOut} > 0
    then 0 else ${figure('haul')} - haul_total end)`;

const trendSql = `
  select payment_date as date, count(*) as payments, sum(invoice_count) as invoices,
    sum(total) as "amountShop", sum(company_total) as "amountCompany",
    ${sum('grand_total_shop')} as "revenueShop", ${sum('grand_total_company')} as "revenueCompany",
    ${sum('profit_dollars_shop')} as "profitShop", ${sum('profit_dollars_standard')} as "profitStandard",
    ${sum('profit_dollars_company')} + ${haulChange} as "profitCompany",
    sum(${leftOut}) as "leftOut"
  from payments
  where deleted_at is null and payment_date >= :from and payment_date < :until and (:shopId::uuid is null or shop_id = :shopId)
  group by payment_date order by payment_date`;

const toPoint = (row: TrendRow) => ({
  date: row.date,
  payments: row.payments,
  invoices: row.invoices,
  leftOut: row.leftOut,
  amount: { shop: row.amountShop, company: row.amountCompany },
  profitPercent: isUnknown(row)
    ? { shop: null, standard: null, company: null }
    : averageProfitPercent(
        { shop: row.profitShop, standard: row.profitStandard, company: row.profitCompany },
        { shop: row.revenueShop, company: row.revenueCompany },
      ),
});

/** Whether the date has orders, but none with a known cost. */
const isUnknown = ({ leftOut, revenueShop }: TrendRow): boolean => leftOut > 0 && revenueShop === 0;
