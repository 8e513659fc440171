import type { Side } from './use-side.js';
import type { Permission } from '../../domain/kernel/rights/permissions.js';
import { keysOf, isKeyOf } from '../../domain/kernel/objects.js';

/** What is chosen besides the file of an import or export. */
export interface ImportChoices {
  readonly shop?: string | null;
  /** Ids joined by commas. */
  readonly shops?: string | null;
  readonly category?: string | null;
  readonly model?: string | null;
  readonly duplicates?: string | null;
}
export type Choice = keyof ImportChoices;
export interface KindOfImport {
  /** As people say it, `Haul bases`. */
  readonly title: string;
  /** What such a file is for. */
  readonly about: string;
  readonly takes: readonly Choice[];
  readonly importing: Permission;
  /** For a shop's own values, where that is another. */
  readonly importingOfShop?: Permission;
  /** A kind without it only comes in. */
  readonly exporting?: Permission;
  /** Prices or costs follow from it: its effect on gross profit can be looked at before. */
  readonly movesPrices: boolean;
  /** What its files are called; a spreadsheet otherwise. */
  readonly file?: { readonly label: string; readonly accept: readonly string[]; readonly button: string };
  /** Who may say what columns mean, where not everybody who imports. */
  readonly mapping?: Permission;
  /** A shop may import it for itself. */
  readonly ofShops?: true;
}

/** Every kind of spreadsheet that comes in and goes out, as the screens know it. */
export const importKinds = {
  items: {
    title: 'Items',
    about: 'Prices of items, a sheet for each category; for a shop also its order points and stock counts.',
    takes: ['shop', 'category'],
    importing: 'items.change',
    exporting: 'catalogue.view',
    movesPrices: true,
    ofShops: true,
  },
  'items-for-shops': {
    title: 'Items for many shops',
    about: 'Sub-totals and freight of items that the chosen shops get as their own.',
    takes: ['shops'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  sheds: {
    title: 'Sheds',
    about: 'Sizes and retail prices of the models.',
    takes: ['category', 'model'],
    importing: 'catalogue.write',
    exporting: 'prices.view',
    movesPrices: true,
  },
  'shed-bom': {
    title: 'Shed BOM',
    about: 'Which components each shed is built of.',
    takes: ['category', 'model'],
    importing: 'catalogue.write',
    exporting: 'catalogue.view',
    movesPrices: true,
  },
  'addon-bom': {
    title: 'Add-on BOM',
    about: 'Retail prices, shop percents and items of the add-ons.',
    takes: ['category'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  addons: {
    title: 'Add-ons',
    about: 'Whole add-ons, new ones too, a sheet for each category.',
    takes: ['category'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  'component-bom': {
    title: 'Component BOM',
    about: 'Which items each component is made of.',
    takes: ['category'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  'shed-labor': {
    title: 'Shed labor',
    about: 'Hours and costs of building each size, at standard values or those of a shop.',
    takes: ['shop', 'category', 'model'],
    importing: 'catalogue.write',
    importingOfShop: 'labor.import',
    exporting: 'prices.view',
    movesPrices: true,
    ofShops: true,
  },
  'haul-bases': {
    title: 'Haul bases',
    about: 'What hauling each size of a model costs.',
    takes: ['category', 'model'],
    importing: 'catalogue.write',
    exporting: 'catalogue.labor',
    movesPrices: true,
  },
  dealers: {
    title: 'Dealers',
    about: 'The dealers with their shop, city and haul percent.',
    takes: [],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: false,
  },
  'retail-prices': {
    title: 'Retail prices',
    about: "The sales system's export of models: the retail price of each size.",
    takes: ['category', 'model'],
    importing: 'prices.change',
    exporting: 'catalogue.view',
    movesPrices: true,
  },
  payments: {
    title: 'Payments',
    about: 'Payments of shops with the invoices each pays.',
    takes: [],
    importing: 'payments.write',
    exporting: 'payments.write',
    movesPrices: false,
  },
  orders: {
    title: 'Orders',
    about:
      'New orders as .json files: of the sales system, in our own format, or in another one whose fields are assigned by hand.',
    takes: ['duplicates'],
    importing: 'orders.import',
    mapping: 'orders.mapping',
    movesPrices: false,
    file: { label: 'Order file', accept: ['.json'], button: 'Upload' },
  },
} as const satisfies Record<string, KindOfImport>;

export type KindName = keyof typeof importKinds;
export const kindNames = keysOf(importKinds);

/** A kind by its name in an address; undefined for any other text. */
export const kindNamed = (name: string | null): KindOfImport | undefined =>
  name !== null && isKeyOf(importKinds, name) ? importKinds[name] : undefined;

/** Who may import a kind: at standard values, or at those of a shop. */
export const importingOf = ({ importing, importingOfShop = importing }: KindOfImport, ofShop: boolean): Permission =>
  ofShop ? importingOfShop : importing;

/** The choices of an address that are set, and that a kind takes. */
export function choicesOf({ takes }: Pick<KindOfImport, 'takes'>, query: URLSearchParams): ImportChoices {
  return Object.fromEntries(takes.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

/** Where a file of a kind is imported, with what is chosen already; `back` is where Back leads when it was opened directly. */
export function importPath(side: Side, kind: KindName, choices: ImportChoices = {}, back?: string): string {
  const filled = Object.entries({ kind, ...choices, back }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return `/${side}/import/new?${new URLSearchParams(filled).toString()}`;
}

/** `back` of an address; only a path of the dashboard counts. */
export const backOf = (query: URLSearchParams, usual: string): string => {
  const back = query.get('back') ?? '';
  return /^\/(company|shop)\//.test(back) ? back : usual;
};
