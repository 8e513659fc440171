import { toDollars } from '../../../domain/cents.js';
import type { Profit } from '../../../domain/calculators/profit.js';
import type { CompanyResult, ShopResult } from '../../../domain/calculators/rules.js';
import type { ColumnDef } from '../../components/list-types.js';
import { Money } from '../../components/money.js';
import { fraction, quantity } from '../../lib/format.js';

export type ShopResultRow = ShopResult & { readonly _id: string };
export type CompanyResultRow = CompanyResult & { readonly _id: string };
type AnyRow = ShopResultRow | CompanyResultRow;

/** A size as people say it: `10 × 16`. */
export const sizeOf = ({ shed }: AnyRow): string => `${quantity(shed.width)} × ${quantity(shed.length)}`;

const reasons = { 'not-attainable': 'Not attainable', 'no-target': '—' } as const;

/** What every calculator says of a size; base styles where a size comes in several. */
const sized = <Row extends AnyRow>(rows: readonly Row[]): ColumnDef<Row>[] => [
  { field: 'size', header: 'Width × length', fixed: true, pinned: true, body: sizeOf },
  {
    field: 'baseStyle',
    header: 'Base style',
    hidden: new Set(rows.map(sizeOf)).size === rows.length,
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

/** Gross profit and its percent, now and as suggested. */
const profits = <Row extends AnyRow>(
  key: string,
  name: string,
  of: (row: Row) => readonly [Profit, Profit | null],
): ColumnDef<Row>[] => {
  const columns = (field: string, header: string, profitOf: (row: Row) => Profit | null): ColumnDef<Row>[] => [
    { field, header, align: 'right', body: (row) => <Amount profit={profitOf(row)} /> },
    { field: `${field}Percent`, header: `${header} %`, align: 'right', body: (row) => shareOf(profitOf(row)) },
  ];
  return [
    ...columns(`${key}Now`, `${name}GP`, (row) => of(row)[0]),
    ...columns(`${key}Then`, `Suggested ${name}GP`, (row) => of(row)[1]),
  ];
};

const Amount = ({ profit }: { profit: Profit | null }) =>
  profit ? <Money value={toDollars(profit.grossProfit)} /> : '—';

/** A share of a loss of revenue says nothing. */
const shareOf = (profit: Profit | null): string => (profit && profit.revenue >= 0 ? fraction(profit.percent) : '—');

export const shopColumns = (rows: readonly ShopResultRow[]): readonly ColumnDef<ShopResultRow>[] => [
  ...sized(rows),
  ...profits<ShopResultRow>('shop', '', ({ current, suggested }) => [current, suggested]),
];

export const companyColumns = (rows: readonly CompanyResultRow[]): readonly ColumnDef<CompanyResultRow>[] => [
  ...sized(rows),
  ...profits<CompanyResultRow>('company', 'Company ', (row) => [row.current.company, row.suggested?.company ?? null]),
  ...profits<CompanyResultRow>('shop', 'Shop ', (row) => [row.current.shop, row.suggested?.shop ?? null]),
];
