import type { Side } from './use-side.js';
import type { Permission } from '../../domain/kernel/rights/permissions.js';
import { toKeys, isKeyOf } from '../../domain/kernel/objects.js';

/** The choices of an import or export besides the file. */
export interface ImportChoices {
  readonly shop?: string | null;
  /** IDs joined by commas. */
  readonly shops?: string | null;
  readonly category?: string | null;
  readonly model?: string | null;
  readonly duplicates?: string | null;
}
export type Choice = keyof ImportChoices;
export interface KindOfImport {
  /** In readable form: `Haul bases`. */
  readonly title: string;
  /** The purpose of such a file. */
  readonly about: string;
  readonly takes: readonly Choice[];
  readonly importing: Permission;
  /** The purpose of a shop's own values, if it differs. */
  readonly importingOfShop?: Permission;
  /** Kinds without it can only be imported. */
  readonly exporting?: Permission;
  /** It changes prices or costs: its effect on gross profit can be previewed. */
  readonly movesPrices: boolean;
  /** The type of its files; a spreadsheet by default. */
  readonly file?: { readonly label: string; readonly accept: readonly string[]; readonly button: string };
  /** Who may match columns, if not everyone who imports. */
  readonly mapping?: Permission;
  /** A shop can import it for itself. */
  readonly ofShops?: true;
}

/** Every kind of spreadsheet to import and export, as the screens use it. */
export const importKinds = {
  items: {
    title: 'Items',
    about: 'Item prices, one sheet per category. For a shop, also its order points and stock counts.',
    takes: ['shop', 'category'],
    importing: 'items.change',
    exporting: 'catalogue.view',
    movesPrices: true,
    ofShops: true,
  },
  'items-for-shops': {
    title: 'Items for many shops',
    about: 'Item sub-totals and freight for the shops you choose.',
    takes: ['shops'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  sheds: {
    title: 'Sheds',
    about: 'Sizes and retail prices of models.',
    takes: ['category', 'model'],
    importing: 'catalogue.write',
    exporting: 'prices.view',
    movesPrices: true,
  },
  'shed-bom': {
    title: 'Shed BOM',
    about: 'The components of each shed.',
    takes: ['category', 'model'],
    importing: 'catalogue.write',
    exporting: 'catalogue.view',
    movesPrices: true,
  },
  'addon-bom': {
    title: 'Add-on BOM',
    about: 'Retail prices, shop percents and items of add-ons.',
    takes: ['category'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  addons: {
    title: 'Add-ons',
    about: 'Complete add-ons, including new ones, one sheet per category.',
    takes: ['category'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  'component-bom': {
    title: 'Component BOM',
    about: 'The items of each component.',
    takes: ['category'],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: true,
  },
  'shed-labor': {
    title: 'Shed labor',
    about: 'Labor hours and costs for each size, at standard or shop values.',
    takes: ['shop', 'category', 'model'],
    importing: 'catalogue.write',
    importingOfShop: 'labor.import',
    exporting: 'prices.view',
    movesPrices: true,
    ofShops: true,
  },
  'haul-bases': {
    title: 'Haul bases',
    about: 'The cost of hauling each size of a model.',
    takes: ['category', 'model'],
    importing: 'catalogue.write',
    exporting: 'catalogue.labor',
    movesPrices: true,
  },
  dealers: {
    title: 'Dealers',
    about: 'Dealers with their shop, city and haul percent.',
    takes: [],
    importing: 'catalogue.write',
    exporting: 'catalogue.read',
    movesPrices: false,
  },
  'retail-prices': {
    title: 'Retail prices',
    about: "The retail price of each size, from the sales system's export of models.",
    takes: ['category', 'model'],
    importing: 'prices.change',
    exporting: 'catalogue.view',
    movesPrices: true,
  },
  payments: {
    title: 'Payments',
    about: 'Shop payments and the invoices each one pays.',
    takes: [],
    importing: 'payments.write',
    exporting: 'payments.write',
    movesPrices: false,
  },
  orders: {
    title: 'Orders',
    about:
      'New orders in .json files: from the sales system, in the Shedworks format, or in another format whose fields you match.',
    takes: ['duplicates'],
    importing: 'orders.import',
    mapping: 'orders.mapping',
    movesPrices: false,
    file: { label: 'Order file', accept: ['.json'], button: 'Upload' },
  },
} as const satisfies Record<string, KindOfImport>;

export type KindName = keyof typeof importKinds;
export const kindNames = toKeys(importKinds);

/** A kind by its name in an address; undefined for any other text. */
export const kindNamed = (name: string | null): KindOfImport | undefined =>
  name !== null && isKeyOf(importKinds, name) ? importKinds[name] : undefined;

/** Who may import a kind: at standard values, or at a shop's. */
export const getImporting = ({ importing, importingOfShop = importing }: KindOfImport, ofShop: boolean): Permission =>
  ofShop ? importingOfShop : importing;

/** The choices set in an address that a kind supports. */
export function getChoices({ takes }: Pick<KindOfImport, 'takes'>, query: URLSearchParams): ImportChoices {
  return Object.fromEntries(takes.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

/** The import page of a kind with preset choices; `back` is the target of Back if the page was opened directly. */
export function importPath(side: Side, kind: KindName, choices: ImportChoices = {}, back?: string): string {
  const filled = Object.entries({ kind, ...choices, back }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return `/${side}/import/new?${new URLSearchParams(filled).toString()}`;
}

/** `back` from an address; only paths of the dashboard are accepted. */
export const getReturnPath = (query: URLSearchParams, usual: string): string => {
  const back = query.get('back') ?? '';
  return /^\/(company|shop)\//.test(back) ? back : usual;
};
