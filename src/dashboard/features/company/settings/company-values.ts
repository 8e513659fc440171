import type { Output } from '../../../lib/server/api.js';
import { money, percent } from '../../../lib/format.js';
import { metalWords } from '../../../components/shared/items/item-words.js';
import { toKeys, toRecord } from '../../../../domain/kernel/objects.js';

export type Company = Output<'PUT /api/company/update/:id'>['item'];
export type Color = Company['roofColors'][number];

const profileLabels = {
  name: 'Name',
  productName: 'Product name',
  streetAddress: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  timeZone: 'Time zone',
  paperSize: 'Paper',
  mailDomains: 'Mail domains',
} as const;

/** The nine values in form order. */
export const percentLabels = {
  overheadPercentCompany: 'Overhead percent company',
  overheadPercentShop: 'Overhead percent shop',
  dealerCommissionPercent: 'Dealer commission percent',
  salesRepCommissionPercent: 'Sales rep commission percent',
  lotToCustomerPercent: 'Lot to customer percent',
  shopToLotPercent: 'Shop to lot percent',
} as const;
export const feeLabels = {
  fourteenWideEscort: 'Fourteen wide escort',
  sixteenWideEscort: 'Sixteen wide escort',
  fuelSurcharge: 'Fuel surcharge',
} as const;
export const labels = { ...profileLabels, ...percentLabels, ...feeLabels } as const;

type FigureName = keyof typeof percentLabels | keyof typeof feeLabels;
export type Figures = Readonly<Record<FigureName, number | null>>;

/** Formats a value: `5.00%` or `$150.00`. */
export const figureInWords = (name: string, value: number | null): string =>
  name in feeLabels ? money(value) : percent(value);

const figures = { ...percentLabels, ...feeLabels } as const;
export const toFigures = (settings: Figures | null): Figures =>
  toRecord(toKeys(figures), (name) => settings?.[name] ?? null);

const colorsInWords = (colors: readonly Pick<Color, 'color'>[]): string => colors.map(({ color }) => color).join(', ');

const joinNames = (names: readonly string[]): string => names.join(', ') || 'none';

/** Labels for the company's history. */
export const historyWords = {
  ...toRecord(toKeys(profileLabels), (name) => [profileLabels[name]] as const),
  mailDomains: ['Mail domains', joinNames],
  ...toRecord(toKeys(figures), (name) => [figures[name], (value: number) => figureInWords(name, value)] as const),
  roofColors: ['Roof colors', colorsInWords],
  sidingColors: ['Siding colors', colorsInWords],
  trimColors: ['Trim colors', colorsInWords],
  logo: ['Logo', (logo: Company['logo']) => (logo ? `${logo.width} × ${logo.height} pixels` : 'none')],
  repairCategories: ['Items on repair invoices', joinNames],
  driverCategories: ['Items on driver invoices', joinNames],
  ...metalWords,
} as const;
