import type { z } from 'zod';
import { findAddOnReport } from '../../catalogue/addons/report-query.js';
import { AddOnReport, AddOnReportFilter, AddOnReportPath } from '../../catalogue/addons/report-schema.js';
import { shownProfit } from '../../kernel/cents.js';
import type { ActorCtx } from '../../kernel/context.js';
import type { TableColumn } from '../../files/table-file.js';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { reportTable, type Report } from './report.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

type Row = z.output<typeof AddOnReport>['rows'][number];

/** The costs and profits of add-ons, for a shop. */
export const addOnReport: Report<typeof AddOnReportFilter> = {
  name: 'addons',
  title: 'Add-on report',
  permission: 'reports.company',
  screen: { company: 'reports/addons' },
  filter: AddOnReportFilter,
  table: readTable,
  answer: readAnswer,
};

export const runAddOnReport = service({
  summary:
    "Get the add-ons of categories (IDs separated by commas, by default all that the shop uses) at a shop's percents, with standard cost and gross profits",
  permission: 'reports.company',
  effect: 'read',
  readsFrom: 'standby',
  input: AddOnReportPath,
  output: { office: AddOnReport },
  run: (ctx, { ids, x }) => readAnswer(ctx, { categories: ids, shop: x }),
});

async function readAnswer(ctx: ActorCtx, filter: AddOnReportFilter) {
  const shop = await queryFirstRow<{ _id: string; name: string }>(
    ctx.db('shops').where({ id: filter.shop }).first({ _id: 'id', name: 'name' }),
  );
  if (!shop) throw notFound('Shop');
  return { shop, rows: await findAddOnReport(ctx.db, filter) };
}

async function readTable(ctx: ActorCtx, filter: AddOnReportFilter) {
  const { shop, rows } = await readAnswer(ctx, filter);
  const categories = [...new Set(rows.map(({ category }) => category.name))];
  return reportTable<Row>({
    name: 'addon_report',
    title: 'Add-ons',
    columns,
    rows,
    about: [
      { label: 'Shop', value: shop.name },
      { label: 'Categories', value: filter.categories.length > 0 ? categories.join(', ') : 'All' },
    ],
    count: () => Promise.resolve(rows.length),
    totals: () => Promise.resolve([{ label: 'Add-ons', count: rows.length }]),
  });
}

/** P5: a negative price, such as a discount's, has no percent. */
const shownPercent = ({ discount, standardGrossProfitPercent: percent }: Row) =>
  percent === null ? null : shownProfit(percent, discount ? -1 : 0);

const columns: readonly TableColumn<Row>[] = [
  { header: 'Category', kind: 'text', value: (row) => row.category.name },
  { header: 'Name', kind: 'text', width: 32, value: (row) => row.name },
  { header: 'Retail Price', kind: 'dollars', value: (row) => (row.type === 'percent' ? null : row.retailPrice) },
  { header: 'Retail %', kind: 'percent', value: (row) => (row.type === 'percent' ? row.retailPrice / 100 : null) },
  { header: 'Shop %', kind: 'percent', value: (row) => row.shopPercent / 100 },
  { header: 'Standard Cost', kind: 'dollars', value: (row) => row.standardCost },
  { header: 'Standard GP', kind: 'dollars', value: (row) => row.standardGrossProfit },
  { header: 'Standard GP %', kind: 'percent', value: shownPercent },
  { header: 'Company Add-On GP', kind: 'dollars', value: (row) => row.companyGrossProfit },
  { header: 'Note', kind: 'text', width: 40, value: (row) => row.note },
];
