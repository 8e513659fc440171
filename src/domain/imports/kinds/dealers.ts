import { toColumns } from '../../files/workbook/sheet.js';
import { newId } from '../../kernel/ids.js';
import { mapColumns } from '../../kernel/database/columns.js';
import { queryRows } from '../../kernel/database/rows.js';
import { DealerFields } from '../../company/dealers/schema.js';
import { identifying, readCells } from '../reading/cells.js';
import type { AboutKind, RecordLookup, Spreadsheet, Values } from '../reading/kind.js';
import { keyText, plainText, textOrStored } from '../reading/labels.js';
import { putRows } from '../reading/write-rows.js';
import { shopFinder } from './shop-finder.js';
import { groupBy } from '../../kernel/objects.js';
import { refuse } from '../reading/problem.js';

interface StoredDealer {
  readonly id: string;
  readonly name: string;
  readonly shop: string | null;
  readonly shopId: string | null;
  readonly city: string;
  readonly haulPercent: number | null;
}
interface Target {
  readonly id: string | null;
  readonly name: string;
  readonly shopId: string | null;
  /** The stored value. */
  readonly city: string;
}
const { name, city, haulPercent } = DealerFields.shape;
const toKey = (dealer: string, shopId: string | null): string => `${keyText(dealer)} ${shopId ?? ''}`;

export const about: AboutKind = {
  title: 'Dealers',
  purpose: 'Dealers with their shop, city and haul percent.',
  takes: [],
  importing: 'catalogue.write',
  exporting: 'catalogue.read',
};

/** Dealers, each with its shop; the cell is empty if there is none. */
export const dealers: Spreadsheet<Target> = {
  ...about,
  entity: 'dealer',
  tables: ['dealers'],
  columns: () => [
    { header: 'Name', also: ['Dealer', 'Dealer Name'], field: 'name', kind: 'text', check: name, ...identifying },
    { header: 'Shop', also: ['Shop Name'], field: 'shop', kind: 'text', check: name, blank: true, ...identifying },
    { header: 'City', field: 'city', kind: 'text', check: city, clears: true },
    { header: 'Haul_Percent', field: 'haulPercent', kind: 'number', check: haulPercent, clears: true },
  ],
  find: async (db, rows) => {
    const findShop = await shopFinder(db);
    const dealers = await queryRows<StoredDealer>(db('dealers').select(mapColumns('id name shopId city haulPercent')));
    const dealersByKey = groupBy(dealers, (dealer) => toKey(dealer.name, dealer.shopId));
    return rows.map(({ values }) => {
      const { shop: shopName } = readCells<{ shop: string | null }>(values);
      const shop = shopName === null ? { id: null } : findShop(shopName);
      if ('expected' in shop) return { problems: [shop] };
      return foundDealer(values, shop.id, dealersByKey.get(toKey(String(values['name']), shop.id)) ?? []);
    });
  },
  write: async (tx, changes) => {
    const rows = changes.map(({ target, after }) => ({
      id: target.id ?? newId(),
      name: target.name,
      shop_id: target.shopId,
      city: textOrStored(after['city'] ?? '', target.city),
      haul_percent: after['haulPercent'] ?? null,
    }));
    return putRows(tx.db, 'dealers', rows, changes);
  },
  export: async ({ db }) => {
    const rows = await queryRows<StoredDealer>(
      db('dealers as d')
        .leftJoin('shops as s', 's.id', 'd.shop_id')
        .orderByRaw('lower(d.name), lower(s.name), d.id')
        .select({ name: 'd.name', shop: 's.name', city: 'd.city', haulPercent: 'd.haul_percent' }),
    );
    const columns = [...toColumns('text', 'Name', 'Shop', 'City'), ...toColumns('number', 'Haul_Percent')];
    const cells = rows.map((dealer) => [dealer.name, dealer.shop, dealer.city || null, dealer.haulPercent]);
    return { name: 'Dealers', sheets: [{ name: 'Dealers', columns, rows: cells }] };
  },
  successText: () => 'Dealers imported',
};

function foundDealer(
  values: Values,
  shopId: string | null,
  [storedDealer, ...duplicates]: readonly StoredDealer[],
): RecordLookup<Target> {
  const [dealer, shop] = [String(values['name']), shopId === null ? 'no shop' : String(values['shop'])];
  if (duplicates.length > 0) return refuse('Name', dealer, 'a dealer name that is unique within the shop');
  return {
    key: toKey(dealer, shopId),
    name: `${dealer}, ${shop}`,
    target: {
      id: storedDealer?.id ?? null,
      name: storedDealer?.name ?? dealer,
      shopId,
      city: storedDealer?.city ?? '',
    },
    before: storedDealer ? { city: plainText(storedDealer.city) || null, haulPercent: storedDealer.haulPercent } : null,
  };
}
