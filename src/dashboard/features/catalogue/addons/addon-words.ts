import { type AllocationFlag, byFlag, allocationFlags } from '../../../../domain/pricing/case/case.js';
import { itemLines } from '../../../components/shared/history/history-lines.js';
import type { SelectOption } from '../../../components/ui/form/fields.js';
import type { HistoryWords } from '../../../components/shared/history/record-history.js';
import { percent, unitPrice } from '../../../lib/format.js';
import type { ItemLine } from './addon-values.js';
import type { Output } from '../../../lib/server/api.js';
import { isOneOf } from '../../../../domain/kernel/objects.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

export type Parent = Output<'GET /api/addon-parent-category'>['items'][number];

export type Category = Output<'GET /api/addon/category/:id'>['items'][number];

/** Labels of an add-on's fields. */
export const labels = {
  name: 'Name',
  type: 'Type',
  ssId: 'Shed-Suite ID',
  category: 'Category',
  mode: 'Price split',
  discount: 'Discount',
  steeperPitch: 'Steeper Pitch',
  onSiteFee: 'On Site Fee',
  nonInventory: 'Non Inventory',
  standardNonInvCost: 'Non Inventory Cost',
  addOnLabor: 'Add-on Labor',
  retailPrice: 'Retail Price',
  shopPercent: 'Shop Percent',
  standardItems: 'Items',
} as const;

export const modeNames: Readonly<Record<AllocationFlag, string>> = {
  passThrough: 'Pass Through',
  dealerSpecific: 'Dealer Specific',
  companySpecific: 'Company Specific',
  companyDealerSplit: 'Company/Dealer Split',
  companyDealerShopSplit: 'Company/Dealer/Shop Split',
  companyShopSplit: 'Company/Shop Split',
  shopSpecific: 'Shop Specific',
};

/** The names for the IDs in an add-on's form. */
export interface Choices {
  readonly category: readonly SelectOption[];
  readonly addOnLabor: readonly SelectOption[];
  readonly items: readonly SelectOption[];
}

/** Formats a value of an add-on of this type for a conflict. */
export function inWords(field: keyof typeof labels, value: unknown, choices: Choices, type: string): string {
  if (field === 'standardItems') return itemsInWords(value as readonly ItemLine[], choices.items); // the form has it in this shape
  if (value === '' || value === null) return 'none';
  if (typeof value === 'boolean') return formatYesNo(value);
  if (isOneOf(allocationFlags, value)) return modeNames[value];
  if (field === 'category' || field === 'addOnLabor')
    return choices[field].find((option) => option.value === value)?.label ?? 'another';
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  if (field === 'standardNonInvCost' || (field === 'retailPrice' && type !== 'percent')) return unitPrice(value);
  return percent(value);
}

const formatName = ({ name }: { readonly name: string }): string => name;

const plainWords = {
  name: [labels.name],
  type: [labels.type],
  ssId: [labels.ssId],
  category: [labels.category, formatName],
  addOnLabor: [labels.addOnLabor, formatName],
  shopPercent: [labels.shopPercent, (value: number) => percent(value)],
  ...byFlag((flag) => [modeNames[flag], formatYesNo] as const),
  discount: [labels.discount, formatYesNo],
  steeperPitch: [labels.steeperPitch, formatYesNo],
  onSiteFee: [labels.onSiteFee, formatYesNo],
  nonInventory: [labels.nonInventory, formatYesNo],
  standardNonInvCost: [labels.standardNonInvCost, unitPrice],
  standardItems: itemLines,
  items: itemLines,
} as const;

/** Labels and formats for the history of an add-on of this type; `items` are a shop's items. */
export const historyWords = (type: string): HistoryWords => ({
  ...plainWords,
  retailPrice: [labels.retailPrice, type === 'percent' ? percent : unitPrice],
});

/** Describes items: `2.5 × Panel (left) for Trim, 1 × Hinge`. */
export function itemsInWords(lines: readonly ItemLine[], items: readonly SelectOption[]): string {
  const formatName = (id: string) => items.find(({ value }) => value === id)?.label ?? 'another';
  const words = lines.map(({ item, description, quantity, replaceItem, replacementItem }) =>
    [
      `${quantity ?? 0} × ${formatName(item)}`,
      ...(description ? [`(${description})`] : []),
      ...(replaceItem && replacementItem ? [`for ${formatName(replacementItem)}`] : []),
    ].join(' '),
  );
  return words.join(', ') || 'none';
}
