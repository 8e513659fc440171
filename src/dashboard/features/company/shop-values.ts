import { type PercentName, percentNames } from '../../../domain/company/shops/rules.js';
import { lineByLine } from '../../components/shared/history/history-lines.js';
import type { HistoryEntry } from '../../components/shared/history/history-panel.js';
import type { Input, Output } from '../../lib/server/api.js';
import { percent } from '../../lib/format.js';
import { metalWords } from '../../components/shared/items/item-words.js';
import { toRecord } from '../../../domain/kernel/objects.js';
import { formatYesNo } from '../../../domain/kernel/text/yes-no.js';

export type Shop = Output<'PUT /api/shop/update/:id'>['item'];

/** Eight percents as form values; unset ones are empty. */
export type EightPercents = Record<PercentName, number | null>;
export type CategoryRow = EightPercents & { readonly category: string };
/** A model's row; its category determines the available models. */
export type ModelRow = EightPercents & { readonly category: string; readonly model: string };

/**
 * Names of the percents: by width in feet, for new builds (NB) and inventory (INV), of the shop or the company's
 * standard.
 */
export const percentLabels: Readonly<Record<PercentName, string>> = {
  eightTenTwelveNBPercent: '8, 10, 12 wide NB',
  eightTenTwelveINVPercent: '8, 10, 12 wide INV',
  fourteenSixteenNBPercent: '14, 16 wide NB',
  fourteenSixteenINVPercent: '14, 16 wide INV',
  standardEightTenTwelveNBPercent: 'Standard 8, 10, 12 wide NB',
  standardEightTenTwelveINVPercent: 'Standard 8, 10, 12 wide INV',
  standardFourteenSixteenNBPercent: 'Standard 14, 16 wide NB',
  standardFourteenSixteenINVPercent: 'Standard 14, 16 wide INV',
};

/** The percents of a record, or of none; 0 means not set. */
export const pickEight = (row: Readonly<Record<PercentName, number>> | null): EightPercents =>
  toRecord(percentNames, (name) => row?.[name] || null);

export const toValues = (shop: Shop | null) => ({
  name: shop?.name ?? '',
  defaultEmail: shop?.defaultEmail ?? '',
  streetAddress: shop?.streetAddress ?? '',
  city: shop?.city ?? '',
  state: shop?.state ?? '',
  zipCode: shop?.zipCode ?? '',
  overhead: shop?.overhead ?? null,
  takesStockWhenFinished: shop?.takesStockWhenFinished ?? false,
  shopAddOnPercent: shop?.shopAddOnPercent ?? null,
  defaultCategory: shop?.defaultCategory?._id ?? '',
  nbAddonCategory: shop?.nbAddonCategory?._id ?? '',
  olAddonCategory: shop?.olAddonCategory?._id ?? '',
  ...pickEight(shop),
  categories: (shop?.categories ?? []).map((row): CategoryRow => ({ ...pickEight(row), category: row.category._id })),
  defaultModels: (shop?.defaultModels ?? []).map((row): ModelRow => ({
    ...pickEight(row),
    category: row.model.category._id,
    model: row.model._id,
  })),
});
export type ShopValues = ReturnType<typeof toValues>;

/** The form as request values, with the default category removed from the additional ones. */
export const toBody = (values: ShopValues): Input<'POST /api/shop'> => ({
  ...values,
  defaultCategory: values.defaultCategory || null,
  nbAddonCategory: values.nbAddonCategory || null,
  olAddonCategory: values.olAddonCategory || null,
  categories: values.categories.filter(({ category }) => category !== values.defaultCategory),
  defaultModels: values.defaultModels.map(({ category: _, ...row }) => row),
});

export const labels = {
  name: 'Name',
  defaultEmail: 'Default email',
  streetAddress: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  overhead: 'Overhead',
  takesStockWhenFinished: 'Finished orders use items from stock',
  shopAddOnPercent: 'Shop add-on percent',
  defaultCategory: 'Default category',
  nbAddonCategory: 'New build add-on category',
  olAddonCategory: 'Off lot add-on category',
  ...percentLabels,
  categories: 'Additional categories',
  defaultModels: 'Models',
} as const satisfies Record<keyof ShopValues, string>;

/** `Urethane 62.00% 61.25% …`: the percents that are set, in form order. */
export const rowInWords = (name: string, row: Readonly<Partial<Record<PercentName, number | null>>>): string => {
  const percents = percentNames.map((percentName) => (row[percentName] ? percent(row[percentName]) : '–'));
  return `${name}: ${percents.join(' ')}`;
};

type Change = HistoryEntry['changes'][number];
type NamedRecord = { readonly name: string } | null;
type Row = Readonly<Partial<Record<PercentName, number>>> & {
  readonly category?: NamedRecord;
  readonly model?: NamedRecord;
};
const formatName = (record: NamedRecord): string => record?.name ?? '';
const asPercent = (value: number): string => percent(value);

/** Describes changed rows of percents: added and removed rows, then every changed percent under its row's name. */
const rowsFormatter =
  (what: string) =>
  (from: readonly Row[] | null, to: readonly Row[] | null): Change[] => {
    const rowName = (row: Row) => formatName(row.model ?? row.category ?? null);
    const column = {
      getName: rowName,
      label: (name: string) => `${what} ${name}`,
      formatValue: () => 'listed',
      gone: 'removed',
    };
    const percents = percentNames.flatMap((percentName) =>
      lineByLine<Row>({
        getName: rowName,
        label: (name) => `${name}: ${percentLabels[percentName]}`,
        formatValue: (row) => percent(row[percentName] || null),
        gone: 'Not set',
      })(from, to),
    );
    return [...lineByLine<Row>(column)(from, to), ...percents];
  };

/** Labels for a shop's history. */
export const historyWords = {
  name: ['Name'],
  defaultEmail: ['Default email'],
  streetAddress: ['Street address'],
  city: ['City'],
  state: ['State'],
  zipCode: ['Zip code'],
  overhead: ['Overhead', asPercent],
  takesStockWhenFinished: ['Finished orders use items from stock', formatYesNo],
  shopAddOnPercent: ['Shop add-on percent', asPercent],
  defaultCategory: ['Default category', formatName],
  nbAddonCategory: ['New build add-on category', formatName],
  olAddonCategory: ['Off lot add-on category', formatName],
  ...toRecord(percentNames, (name) => [percentLabels[name], asPercent] as const),
  categories: rowsFormatter('Additional category'),
  defaultModels: rowsFormatter('Model'),
  ...metalWords,
} as const;
