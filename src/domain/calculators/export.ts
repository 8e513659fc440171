import type { TableColumn } from '../documents/table-file.js';
import type { CompanyResult, ShopResult } from './rules.js';

interface Sized {
  readonly shed: {
    readonly width: number;
    readonly length: number;
    readonly retailPrice: number;
    readonly baseStyle: { readonly name: string };
  };
  readonly suggestion: { readonly price: number | null; readonly why: 'not-attainable' | 'no-target' | null };
}

const reasons = { 'not-attainable': 'Not attainable', 'no-target': 'No target' } as const;

const sized = <Row extends Sized>(): TableColumn<Row>[] => [
  { header: 'Width', kind: 'number', value: ({ shed }) => shed.width },
  { header: 'Length', kind: 'number', value: ({ shed }) => shed.length },
  { header: 'Base Style', kind: 'text', value: ({ shed }) => shed.baseStyle.name },
  { header: 'Current Retail', kind: 'money', value: ({ shed }) => shed.retailPrice },
  { header: 'Suggested Retail', kind: 'money', value: ({ suggestion }) => suggestion.price },
  { header: 'Note', kind: 'text', value: ({ suggestion }) => (suggestion.why ? reasons[suggestion.why] : null) },
];

export const shopColumns: readonly TableColumn<ShopResult>[] = [
  ...sized<ShopResult>(),
  { header: 'GP', kind: 'money', value: ({ current }) => current.grossProfit },
  { header: 'GP %', kind: 'percent', value: ({ current }) => current.percent },
  { header: 'Suggested GP', kind: 'money', value: ({ suggested }) => suggested?.grossProfit ?? null },
  { header: 'Suggested GP %', kind: 'percent', value: ({ suggested }) => suggested?.percent ?? null },
];

const ofSide = (side: 'company' | 'shop', name: string): TableColumn<CompanyResult>[] => [
  { header: `${name} GP`, kind: 'money', value: ({ current }) => current[side].grossProfit },
  { header: `${name} GP %`, kind: 'percent', value: ({ current }) => current[side].percent },
  { header: `Suggested ${name} GP`, kind: 'money', value: ({ suggested }) => suggested?.[side].grossProfit ?? null },
  { header: `Suggested ${name} GP %`, kind: 'percent', value: ({ suggested }) => suggested?.[side].percent ?? null },
];

export const companyColumns: readonly TableColumn<CompanyResult>[] = [
  ...sized<CompanyResult>(),
  ...ofSide('company', 'Company'),
  ...ofSide('shop', 'Shop'),
];
