import { notFound } from '../kernel/errors.js';
import { addonBom } from './kinds/addons/addon-bom.js';
import { addons } from './kinds/addons/addons.js';
import { componentBom } from './kinds/components/component-bom.js';
import { dealers } from './kinds/dealers.js';
import { haulBases } from './kinds/haul-bases.js';
import { orders } from './kinds/orders.js';
import { items } from './kinds/items/items.js';
import { itemsForShops } from './kinds/items/items-for-shops.js';
import { payments } from './kinds/payments/payments.js';
import { retailPrices } from './kinds/sheds/retail-prices.js';
import { shedBom } from './kinds/sheds/shed-bom.js';
import { shedLaborImport } from './kinds/sheds/shed-labor.js';
import { sheds } from './kinds/sheds/sheds.js';
import type { ImportKind, Spreadsheet, UndoSteps } from './reading/kind.js';
import { spreadsheet } from './spreadsheets/spreadsheet.js';
import { versions } from './undo-versions.js';

/** Every kind of spreadsheet, by the name of its file. */
const spreadsheets = {
  items,
  'items-for-shops': itemsForShops,
  dealers,
  'haul-bases': haulBases,
  'addon-bom': addonBom,
  addons,
  'component-bom': componentBom,
  sheds,
  'shed-bom': shedBom,
  'shed-labor': shedLaborImport,
  'retail-prices': retailPrices,
  payments,
};

export type KindName = keyof typeof spreadsheets | 'orders';

/** Every kind of file that can be imported or exported. */
export const kinds: readonly ImportKind[] = [
  ...Object.entries<Spreadsheet>(spreadsheets).map(([name, sheet]) => spreadsheet(name, sheet)),
  orders,
];

/** The kind with a name; undefined if there is none. */
export const kindNamed = (name: string): ImportKind | undefined => kinds.find((kind) => kind.name === name);

export const kindNames: readonly string[] = kinds.map(({ name }) => name);

/** The kind with a name. Throws not-found. */
export function getKind(name: string): ImportKind {
  const kind = kindNamed(name);
  if (!kind) throw notFound('Kind of import');
  return kind;
}

/** How to undo an import: as its kind does, or by row versions if it did not come from a file. */
export const undoing = (kind: string): UndoSteps => kindNamed(kind) ?? versions;

/** The kinds that can also be exported. */
export const exportedKinds: readonly string[] = kinds.filter((kind) => kind.export).map(({ name }) => name);
