import { newId } from '../../ids.js';
import { DealerFields } from '../../dealers/schema.js';
import type { ImportKind } from '../kind.js';
import { putRows } from '../write-rows.js';

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly shop: string;
  readonly shopId: string;
  readonly city: string;
  readonly haulPercent: number | null;
}
interface Target {
  readonly id: string | null;
  readonly name: string;
  readonly shopId: string;
}
const { name, city, haulPercent } = DealerFields.shape;
const keyOf = (dealer: string, shopId: string): string => `${dealer.toLowerCase()} ${shopId}`;

/** Dealers, each with the shop that builds for it. */
export const dealers: ImportKind<Target> = {
  name: 'dealers',
  title: 'Dealers',
  entity: 'dealer',
  importing: 'catalogue.write',
  exporting: 'catalogue.read',
  takes: [],
  tables: ['dealers'],
  columns: () => [
    {
      header: 'Name',
      also: ['Dealer', 'Dealer Name'],
      field: 'name',
      kind: 'text',
      check: name,
      required: true,
      key: true,
    },
    { header: 'Shop', also: ['Shop Name'], field: 'shop', kind: 'text', check: name, required: true, key: true },
    { header: 'City', field: 'city', kind: 'text', check: city, clears: true },
    { header: 'Haul_Percent', field: 'haulPercent', kind: 'number', check: haulPercent, clears: true },
  ],
  find: async (db, rows) => {
    const shops = (await db('shops').select('id', 'name')) as { id: string; name: string }[];
    const shopOf = new Map(shops.map((shop) => [shop.name.toLowerCase(), shop.id]));
    const stored = (await db('dealers')
      .whereNotNull('shop_id')
      .select({ id: 'id', name: 'name', shopId: 'shop_id', city: 'city', haulPercent: 'haul_percent' })) as Stored[];
    const known = new Map(stored.map((dealer) => [keyOf(dealer.name, dealer.shopId), dealer]));
    return rows.map(({ values }) => {
      const [dealer, shop] = [String(values['name']), String(values['shop'])];
      const shopId = shopOf.get(shop.toLowerCase());
      if (!shopId) return { problems: [{ column: 'Shop', value: shop, expected: 'the name of a shop' }] };
      const key = keyOf(dealer, shopId);
      const found = known.get(key);
      const before = found && { city: found.city || null, haulPercent: found.haulPercent };
      const target = { id: found?.id ?? null, name: found?.name ?? dealer, shopId };
      return { key, name: `${dealer}, ${shop}`, target, before: before ?? null };
    });
  },
  write: async (tx, changes) => {
    const rows = changes.map(({ target, after }) => ({
      id: target.id ?? newId(),
      name: target.name,
      shop_id: target.shopId,
      city: after['city'] ?? '',
      haul_percent: after['haulPercent'] ?? null,
    }));
    await putRows(tx.db, 'dealers', rows, changes);
    return rows.map(({ id }) => id);
  },
  export: async ({ db }) => {
    const rows = (await db('dealers as d')
      .join('shops as s', 's.id', 'd.shop_id')
      .orderByRaw('lower(d.name), lower(s.name)')
      .select({ name: 'd.name', shop: 's.name', city: 'd.city', haulPercent: 'd.haul_percent' })) as Stored[];
    const columns = [
      { header: 'Name', kind: 'text' },
      { header: 'Shop', kind: 'text' },
      { header: 'City', kind: 'text' },
      { header: 'Haul_Percent', kind: 'number' },
    ] as const;
    const cells = rows.map((dealer) => [dealer.name, dealer.shop, dealer.city || null, dealer.haulPercent]);
    return { name: 'Dealers', sheets: [{ name: 'Dealers', columns, rows: cells }] };
  },
  said: () => 'Dealers are imported',
};
