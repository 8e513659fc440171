import type { Knex } from 'knex';
import type { z } from 'zod';
import type { RecordKind } from '../../kernel/records/record.js';
import { percentColumns, percentNames } from './rules.js';
import { Shop, ShopRow } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

type ShopRecord = z.output<typeof Shop>;

/** The fields that are stored in one column each. */
export const shopColumns = {
  name: 'name',
  defaultEmail: 'default_email',
  streetAddress: 'street_address',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  overhead: 'overhead',
  shopAddOnPercent: 'shop_add_on_percent',
  defaultCategory: 'default_category_id',
  nbAddonCategory: 'nb_addon_category_id',
  olAddonCategory: 'ol_addon_category_id',
  takesStockWhenFinished: 'takes_stock_when_finished',
} as const;

const namedSql = (alias: string): string =>
  `case when ${alias}.id is not null then json_build_object('_id', ${alias}.id, 'name', ${alias}.name) end`;
const eight = percentNames.map((name) => `'${name}', coalesce(p.${percentColumns[name]}, 0)`).join(', ');

/** A shop's percent rows by category or by model, in display order. */
const getPercents = (of: 'category' | 'model'): string =>
  of === 'category'
    ? `coalesce((select json_agg(json_build_object('category', ${namedSql('c')}, ${eight}) order by lower(c.name), c.id)
         from shop_percents p join shed_categories c on c.id = p.category_id where p.shop_id = s.id), '[]')`
    : `coalesce((select json_agg(json_build_object('model',
           json_build_object('_id', m.id, 'name', m.name, 'category', ${namedSql('c')}), ${eight})
           order by lower(c.name), lower(m.name), m.id)
         from shop_percents p join shed_models m on m.id = p.model_id join shed_categories c on c.id = m.category_id
        where p.shop_id = s.id), '[]')`;

async function findShops(db: Knex, ids: string[]): Promise<ShopRecord[]> {
  const percents = Object.fromEntries(
    percentNames.map((name) => [name, db.raw('coalesce(??, 0)', [`p.${percentColumns[name]}`])]),
  );
  const { defaultCategory: _c, nbAddonCategory: _n, olAddonCategory: _o, ...plain } = shopColumns;
  const columns = Object.fromEntries(Object.entries(plain).map(([name, column]) => [name, `s.${column}`]));
  return queryRows<ShopRecord>(
    db('shops as s')
      .joinRaw('left join shop_percents p on p.shop_id = s.id and p.category_id is null and p.model_id is null')
      .leftJoin('shed_categories as d', 'd.id', 's.default_category_id')
      .leftJoin('addon_parent_categories as nb', 'nb.id', 's.nb_addon_category_id')
      .leftJoin('addon_parent_categories as ol', 'ol.id', 's.ol_addon_category_id')
      .whereRaw('s.id = any(?)', [ids])
      .select({ _id: 's.id', revision: 's.revision', ...columns, ...percents })
      .select(
        db.raw(`${namedSql('d')} as "defaultCategory", ${namedSql('nb')} as "nbAddonCategory"`),
        db.raw(`${namedSql('ol')} as "olAddonCategory"`),
        db.raw(`${getPercents('category')} as categories, ${getPercents('model')} as "defaultModels"`),
      ),
  );
}

export const shopKind: RecordKind<typeof Shop> = {
  what: 'Shop',
  entity: 'shop',
  table: 'shops',
  schema: Shop,
  find: findShops,
  uses: [
    { table: 'users', column: 'shop_id', one: 'user', many: 'users' },
    { table: 'orders', column: 'shop_id', one: 'order', many: 'orders' },
    { table: 'invoices', column: 'shop_id', one: 'invoice', many: 'invoices' },
    {
      table: 'repair_invoices',
      column: 'shop_id',
      one: 'repair or driver invoice',
      many: 'repair and driver invoices',
    },
    { table: 'payments', column: 'shop_id', one: 'payment', many: 'payments' },
    { table: 'dealers', column: 'shop_id', one: 'dealer', many: 'dealers' },
    { table: 'vendors', column: 'shop_id', one: 'vendor', many: 'vendors' },
  ],
};

/** All shops by name, with invoices per payment over the six months before `today` (P12). */
export async function findShopRows(db: Knex, today: string): Promise<z.output<typeof ShopRow>[]> {
  const { shopAddOnPercent: _p, defaultCategory: _c, nbAddonCategory: _n, olAddonCategory: _o, ...plain } = shopColumns;
  const columns = Object.fromEntries(Object.entries(plain).map(([name, column]) => [name, `s.${column}`]));
  return queryRows<z.output<typeof ShopRow>>(
    db('shops as s')
      .joinRaw(
        `left join (select shop_id, ceil(sum(invoice_count - repair_count - driver_count)::numeric / count(*))::int as average from payments
         where deleted_at is null and payment_date > ?::date - interval '6 months' and payment_date <= ?::date
         group by shop_id) w on w.shop_id = s.id`,
        [today, today],
      )
      .orderByRaw('lower(s.name), s.id')
      .select({ _id: 's.id', revision: 's.revision', ...columns })
      .select(db.raw('coalesce(w.average, 0) as "averageInvoicesPerWeek"')),
  );
}
