import { NO_VALUE, toDollars } from '../../../../domain/kernel/cents.js';
import type { Profit } from '../../../../domain/reporting/calculators/profit.js';
import type { CompanyResult, ShopResult } from '../../../../domain/reporting/calculators/rules.js';
import { COST_UNKNOWN } from '../../../../domain/pricing/unknown-cost.js';
import { CostShare } from '../../../components/shared/cost-unknown.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { fraction, quantity } from '../../../lib/format.js';

export type ShopResultRow = ShopResult & { readonly _id: string };
export type CompanyResultRow = CompanyResult & { readonly _id: string };
type AnyRow = ShopResultRow | CompanyResultRow;

/** Formats a size: `10 × 16`. */
export const getSize = ({ shed }: AnyRow): string => `${quantity(shed.width)} × ${quantity(shed.length)}`;

const reasons = { 'not-attainable': 'Not attainable', 'no-target': NO_VALUE, 'cost-unknown': COST_UNKNOWN } as const;

/** The columns of every calculator; with base styles if a size has several. */
const sizeColumns = <Row extends AnyRow>(rows: readonly Row[]): ColumnDef<Row>[] => [
  { field: 'size', header: 'Width × length', fixed: true, pinned: true, body: getSize },
  {
    field: 'baseStyle',
    header: 'Base style',
    hidden: new Set(rows.map(getSize)).size === rows.length,
    body: ({ shed }) => shed.baseStyle.name,
  },
  {
    field: 'retailPrice',
    header: 'Current retail',
    align: 'right',
    body: ({ shed }) => <Money value={toDollars(shed.retailPrice)} />,
  },
  {
    field: 'suggested',
    header: 'Suggested retail',
    align: 'right',
    fixed: true,
    body: ({ suggestion: { price, why } }) =>
      why === null ? (
        <strong>
          <Money value={toDollars(price)} />
        </strong>
      ) : (
        <span className="muted">{reasons[why]}</span>
      ),
  },
];

/** Gross profit and its percent, current and suggested. */
const profits = <Row extends AnyRow>(
  key: string,
  name: string,
  of: (row: Row) => readonly [Profit | null, Profit | null],
  hangsOnCost: boolean,
): ColumnDef<Row>[] => {
  const why = ({ shed }: Row) => (hangsOnCost ? shed.costUnknown : []);
  const columns = (field: string, header: string, getProfit: (row: Row) => Profit | null): ColumnDef<Row>[] => [
    {
      field,
      header,
      align: 'right',
      body: (row) => (
        <CostShare why={why(row)}>
          <Amount profit={getProfit(row)} />
        </CostShare>
      ),
    },
    {
      field: `${field}Percent`,
      header: `${header} %`,
      align: 'right',
      body: (row) => <CostShare why={why(row)}>{formatShare(getProfit(row))}</CostShare>,
    },
  ];
  return [
    ...columns(`${key}Now`, `${name}GP`, (row) => of(row)[0]),
    ...columns(`${key}Then`, `Suggested ${name}GP`, (row) => of(row)[1]),
  ];
};

const Amount = ({ profit }: { profit: Profit | null }) =>
  profit ? <Money value={toDollars(profit.grossProfit)} /> : NO_VALUE;

/** A share of negative revenue is meaningless. */
const formatShare = (profit: Profit | null): string =>
  profit && profit.revenue >= 0 ? fraction(profit.percent) : NO_VALUE;

export const shopColumns = (rows: readonly ShopResultRow[]): readonly ColumnDef<ShopResultRow>[] => [
  ...sizeColumns(rows),
  ...profits<ShopResultRow>('shop', '', ({ current, suggested }) => [current, suggested], true),
];

export const companyColumns = (rows: readonly CompanyResultRow[]): readonly ColumnDef<CompanyResultRow>[] => [
  ...sizeColumns(rows),
  ...profits<CompanyResultRow>(
    'company',
    'Company ',
    (row) => [row.current.company, row.suggested?.company ?? null],
    false,
  ),
  ...profits<CompanyResultRow>('shop', 'Shop ', (row) => [row.current.shop, row.suggested?.shop ?? null], true),
];
