import { addonBom } from './kinds/addon-bom.js';
import { addons } from './kinds/addons.js';
import { componentBom } from './kinds/component-bom.js';
import { dealers } from './kinds/dealers.js';
import { haulBases } from './kinds/haul-bases.js';
import { orders } from './kinds/orders.js';
import { items } from './kinds/items.js';
import { itemsForShops } from './kinds/items-for-shops.js';
import { payments } from './kinds/payments.js';
import { retailPrices } from './kinds/retail-prices.js';
import { shedBom } from './kinds/shed-bom.js';
import { shedLabor } from './kinds/shed-labor.js';
import { sheds } from './kinds/sheds.js';
import type { ImportKind } from './kind.js';

/** Every kind of file that comes in and goes out. */
export const kinds: readonly ImportKind[] = [
  items,
  itemsForShops,
  dealers,
  haulBases,
  addonBom,
  addons,
  componentBom,
  sheds,
  shedBom,
  shedLabor,
  retailPrices,
  payments,
  orders,
];

/** The kind of a name, where there is one. */
export const kindNamed = (name: string): ImportKind | undefined => kinds.find((kind) => kind.name === name);

export const kindNames: readonly string[] = kinds.map(({ name }) => name);

/** The kinds that are written out too. */
export const exportedKinds: readonly string[] = kinds.filter((kind) => kind.export).map(({ name }) => name);
