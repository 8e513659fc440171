import type { Knex } from 'knex';
import { queryOnlyRow } from '../../kernel/database/rows.js';

/** What a catalogue change may affect. */
export interface TouchedPrices {
  /** Sheds whose figures may differ. */
  readonly shedIds: string[];
  readonly addOnIds: string[];
  /** Sheds whose haul base differs. This affects only orders, not the sheds' prices. */
  readonly hauledShedIds: string[];
  readonly dealerIds: string[];
  /** Whether a company setting that every order is priced with differs. */
  readonly settings: boolean;
  /** Null if a standard value changed, which every shop without its own uses. */
  readonly shopIds: string[] | null;
}

/** The last catalogue version before this transaction's changes. */
export async function versionMark(trx: Knex): Promise<number> {
  const row = await queryOnlyRow<{ mark: number }>(
    trx.raw('select coalesce(max(id), 0) as mark from catalogue_versions'),
  );
  return row.mark;
}

const OWN_VALUES = [
  'shop_item_values',
  'shop_base_styles',
  'shop_addon_labor',
  'shop_shed_labor',
  'shops',
  'shop_percents',
];

/** The nine company settings that orders are priced with. */
const settings = [
  'overhead_percent_company',
  'overhead_percent_shop',
  'dealer_commission_percent',
  'sales_rep_commission_percent',
  'lot_to_customer_percent',
  'shop_to_lot_percent',
  'fourteen_wide_escort',
  'sixteen_wide_escort',
  'fuel_surcharge',
];

/** SQL: the values of a column in changed rows, before and after. */
const column = (table: string, name: string): string => `
  (select (before ->> '${name}')::uuid from changed where table_name = '${table}' and before -> '${name}' is not null
   union select ${name} from ${table} where id::text in (select row_key from changed where table_name = '${table}'))`;

/** SQL: the IDs at position n in the keys of a table's changed rows. */
const keyPart = (table: string, n: 1 | 2): string =>
  `(select split_part(row_key, ',', ${n})::uuid from changed where table_name = '${table}')`;

const getSize = (table: 'shed_labor' | 'haul_bases', ids: string): string => `
  select s.id from sheds s join ${table} l on l.model_id = s.model_id and l.base_style_id = s.base_style_id
     and l.width = s.width and l.length = s.length where l.id in ${ids}`;

/** SQL: finds the components, add-ons and sheds that each changed row affects. */
const TOUCHED = `
with changed as materialized (
  select table_name, row_key, before,
         case when table_name = 'add_on_items'
              then coalesce(before ->> 'shop_id', (select x.shop_id::text from add_on_items x where x.id = row_key::uuid)) end as shop_id
    from catalogue_versions where id > ? and at = now()),
item as (select id from unnest(array(select row_key::uuid from changed where table_name = 'items')) as x(id)
         union select * from ${keyPart('shop_item_values', 2)} x),
component as (
  select component_id as id from component_items where item_id in (select id from item)
  union select * from ${column('component_items', 'component_id')} x),
labor as (select * from ${keyPart('addon_labor', 1)} x union select * from ${keyPart('shop_addon_labor', 2)} y),
add_on as (
  select add_on_id as id from add_on_items where item_id in (select id from item) or replacement_item_id in (select id from item)
  union select * from ${column('add_on_items', 'add_on_id')} x
  union select id from add_ons where addon_labor_id in (select * from labor)
  union select * from ${keyPart('add_ons', 1)} y
  union select a.id from add_ons a where exists (select 1 from changed c join shops s on s.id::text = c.row_key
          where c.table_name = 'shops' and (c.before ->> 'shop_add_on_percent')::numeric is distinct from s.shop_add_on_percent)),
style as (select * from ${keyPart('base_styles', 1)} x union select * from ${keyPart('shop_base_styles', 2)} y),
shed as (
  select shed_id as id from shed_components where component_id in (select id from component)
  union select shed_id from shed_add_ons where add_on_id in (select id from add_on)
  union select * from ${keyPart('sheds', 1)} a
  union select * from ${keyPart('shed_components', 1)} b
  union select * from ${keyPart('shed_add_ons', 1)} c
  union ${getSize('shed_labor', keyPart('shed_labor', 1))}
  union ${getSize('shed_labor', keyPart('shop_shed_labor', 2))}
  union select id from sheds where base_style_id in (select * from style)
  union select id from sheds where exists (select 1 from changed where table_name = 'shop_percents')
     or exists (select 1 from changed c join shops s on s.id::text = c.row_key where c.table_name = 'shops'
          and ((c.before ->> 'overhead')::numeric is distinct from s.overhead
            or (c.before ->> 'shop_add_on_percent')::numeric is distinct from s.shop_add_on_percent))
     or exists (select 1 from changed c join companies o on o.id::text = c.row_key where c.table_name = 'companies'
          and (c.before ->> 'overhead_percent_shop')::numeric is distinct from o.overhead_percent_shop))
select array(${getSize('haul_bases', keyPart('haul_bases', 1))}) as "hauledShedIds",
       array(select row_key::uuid from changed where table_name = 'dealers') as "dealerIds",
       exists (select 1 from changed c join companies o on o.id::text = c.row_key where c.table_name = 'companies'
         and (${settings.map((name) => `(c.before ->> '${name}')::numeric is distinct from o.${name}`).join(' or ')})) as settings,
       array(select id from shed) as "shedIds", array(select id from add_on) as "addOnIds",
       exists (select 1 from changed where table_name <> all (?) and shop_id is null) as standard,
       array(select distinct coalesce(before ->> 'shop_id', (select p.shop_id::text from shop_percents p where p.id::text = row_key), split_part(row_key, ',', 1))::uuid
               from changed where table_name = any (?)
             union select distinct shop_id::uuid from changed where shop_id is not null) as "shopIds"`;

/** What this transaction's changes since a mark affect. */
export async function touchedSince(trx: Knex, mark: number): Promise<TouchedPrices> {
  const row = await queryOnlyRow<Omit<TouchedPrices, 'shopIds'> & { shopIds: string[]; standard: boolean }>(
    trx.raw(TOUCHED, [mark, OWN_VALUES, OWN_VALUES]),
  );
  const { standard, shopIds, ...reached } = row;
  return { ...reached, shopIds: standard ? null : shopIds };
}
