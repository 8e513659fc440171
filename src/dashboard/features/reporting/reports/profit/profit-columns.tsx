import type { ReactNode } from 'react';
import { NO_VALUE, shownProfit, toDollars } from '../../../../../domain/kernel/cents.js';
import { isAdjusted, noneKnown, type ProfitTotals } from '../../../../../domain/reporting/reports/profit/rules.js';
import { CostShare, KnownMoney } from '../../../../components/shared/cost-unknown.js';
import { Icon } from '../../../../components/ui/icon.js';
import type { Preview } from '../../../../components/shared/list/list-types.js';
import { Money } from '../../../../components/shared/money.js';
import { RecordLink } from '../../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../../components/shared/status-tag.js';
import { day, percent, profitPercent, quantity } from '../../../../lib/format.js';
import { getForm } from '../../../../components/shared/orders/order-status.js';
import type { ReportColumn } from '../report-table.js';
import type { ProfitRow } from './profit-rows.js';
import styles from '../../../../components/shared/list/list.module.css';

const amount = (
  field: string,
  header: string,
  value: (row: ProfitRow) => number,
  hidden: { readonly hidden?: true } = { hidden: true },
): ReportColumn<ProfitRow> => ({
  ...{ field, header, align: 'right', ...hidden },
  value: (row) => (isAdjusted(row) ? value(row) : null),
  body: (row) => (isAdjusted(row) ? <Money value={toDollars(value(row))} /> : <NoValue row={row} />),
});

const NO_VALUES = 'No shop labor values or no retail price, counted as 0';

/** Shown if a row has no amount: its cost is unknown, or there is nothing to adjust. */
const NoValue = ({ row: { costUnknown } }: { row: ProfitRow }) => <CostShare why={costUnknown}>{NO_VALUE}</CostShare>;

export const profitPreview: Preview<ProfitRow> = {
  title: ({ order }) => `Order ${order.serialNumber}`,
  name: ({ order }) => order.serialNumber,
  href: ({ order }) => getForm('shop', order._id),
};

export const profitColumns: readonly ReportColumn<ProfitRow>[] = [
  {
    field: 'serialNumber',
    header: 'Serial number',
    fixed: true,
    pinned: true,
    value: ({ order }) => order.serialNumber,
    body: ({ order }) => <RecordLink href={getForm('shop', order._id)}>{order.serialNumber}</RecordLink>,
  },
  {
    field: 'shedProfitPercent',
    header: 'Shed GP',
    align: 'right',
    value: ({ order: { shedProfitPercent }, shedRevenue }) =>
      shedProfitPercent.shop === null ? null : shownProfit(shedProfitPercent.shop, shedRevenue),
    body: ({ order: { shedProfitPercent }, shedRevenue, costUnknown }) => (
      <CostShare why={costUnknown}>{profitPercent(shedProfitPercent.shop ?? 0, shedRevenue)}</CostShare>
    ),
  },
  {
    field: 'adjustedPercent',
    header: 'Adjusted profit %',
    align: 'right',
    value: (row) => (isAdjusted(row) ? row.adjusted.percent : null),
    body: (row) => (
      <>
        {row.costUnknown.length === 0 && !row.shopValues && (
          <span className={styles['alert-mark']} title={NO_VALUES}>
            <Icon name="warning" />
            <span className="sr-only">{NO_VALUES}: </span>
          </span>
        )}
        {isAdjusted(row) ? percent(row.adjusted.percent) : <NoValue row={row} />}
      </>
    ),
  },
  {
    field: 'status',
    header: 'Status',
    value: ({ order }) => order.status,
    body: ({ order }) => <StatusTag of="order" status={order.status} />,
  },
  amount('retailPrice', 'Retail price', (row) => row.adjusted.retailPrice, {}),
  { ...amount('adjustedProfit', 'Adjusted profit', (row) => row.adjusted.profit, {}), key: true },
  amount('retailPart', 'Retail part', (row) => row.adjusted.retailPart),
  amount('material', 'Material', (row) => row.adjusted.material),
  amount('labor', 'Labor', (row) => row.adjusted.labor),
  amount('overhead', 'Overhead', (row) => row.adjusted.overhead),
  { field: 'type', header: 'Type', hidden: true, value: ({ order }) => order.type, body: ({ order }) => order.type },
  {
    field: 'model',
    header: 'Model',
    hidden: true,
    value: ({ order }) => getModel(order),
    body: ({ order }) => getModel(order),
  },
  {
    field: 'dateOrdered',
    header: 'Date Ordered',
    hidden: true,
    value: ({ order }) => order.dateOrdered,
    body: ({ order }) => day(order.dateOrdered),
  },
  {
    field: 'dateFinished',
    header: 'Date Finished',
    hidden: true,
    value: ({ order }) => order.dateFinished,
    body: ({ order }) => day(order.dateFinished),
  },
];

const getModel = ({ model, width, length }: ProfitRow['order']): string =>
  `${model} ${quantity(width)} × ${quantity(length)}`;

const summedColumns = ['retailPrice', 'adjustedProfit', 'retailPart', 'material', 'labor', 'overhead'] as const;

/** The footer row; dashes if no order's cost is known. */
export function totalCells(totals: ProfitTotals): Readonly<Record<string, ReactNode>> {
  const isKnown = !noneKnown(totals);
  const amounts = { ...totals, adjustedProfit: totals.profit };
  return {
    shedProfitPercent: isKnown ? profitPercent(totals.shedProfitPercent, totals.shedRevenue) : NO_VALUE,
    adjustedPercent: isKnown ? percent(totals.percent) : NO_VALUE,
    ...Object.fromEntries(
      summedColumns.map((name) => [name, <KnownMoney key={name} value={isKnown ? toDollars(amounts[name]) : null} />]),
    ),
  };
}
