import type { TableColumn } from '../../files/table-file.js';
import { costCell } from '../../files/workbook/cost-cell.js';
import { COST_UNKNOWN } from '../../pricing/unknown-cost.js';
import type { Profit, PriceSuggestion } from './profit.js';
import type { CompanyResult, ShopResult } from './rules.js';

interface SizedShed {
  readonly shed: {
    readonly width: number;
    readonly length: number;
    readonly retailPrice: number;
    readonly baseStyle: { readonly name: string };
  };
  readonly suggestion: PriceSuggestion;
}

const reasons = { 'not-attainable': 'Not attainable', 'no-target': 'No target', 'cost-unknown': COST_UNKNOWN } as const;

const sizeColumns = <Row extends SizedShed>(): TableColumn<Row>[] => [
  { header: 'Width', kind: 'number', value: ({ shed }) => shed.width },
  { header: 'Length', kind: 'number', value: ({ shed }) => shed.length },
  { header: 'Base Style', kind: 'text', value: ({ shed }) => shed.baseStyle.name },
  { header: 'Current Retail', kind: 'money', value: ({ shed }) => shed.retailPrice },
  { header: 'Suggested Retail', kind: 'money', value: ({ suggestion }) => suggestion.price },
  { header: 'Note', kind: 'text', value: ({ suggestion }) => (suggestion.why ? reasons[suggestion.why] : null) },
];

/** Gross profit and its percent: empty without a price, marked as unknown if the shop's cost is not known. */
const profits = <Row extends CompanyResult | ShopResult>(
  header: string,
  of: (row: Row) => Profit | null | undefined,
  hangsOnCost: boolean,
): TableColumn<Row>[] => {
  const cell = (row: Row, value: number | undefined) =>
    costCell(!hangsOnCost || row.shed.costUnknown.length === 0, value ?? null);
  return [
    { header, kind: 'money', value: (row) => cell(row, of(row)?.grossProfit) },
    { header: `${header} %`, kind: 'percent', value: (row) => cell(row, of(row)?.percent) },
  ];
};

export const shopCalculatorColumns: readonly TableColumn<ShopResult>[] = [
  ...sizeColumns<ShopResult>(),
  ...profits<ShopResult>('GP', ({ current }) => current, true),
  ...profits<ShopResult>('Suggested GP', ({ suggested }) => suggested, true),
];

const ofSide = (side: 'company' | 'shop', name: string): TableColumn<CompanyResult>[] => [
  ...profits<CompanyResult>(`${name} GP`, ({ current }) => current[side], side === 'shop'),
  ...profits<CompanyResult>(`Suggested ${name} GP`, ({ suggested }) => suggested?.[side], side === 'shop'),
];

export const companyCalculatorColumns: readonly TableColumn<CompanyResult>[] = [
  ...sizeColumns<CompanyResult>(),
  ...ofSide('company', 'Company'),
  ...ofSide('shop', 'Shop'),
];
