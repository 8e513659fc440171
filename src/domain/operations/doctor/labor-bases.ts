import type { Knex } from 'knex';
import { queryRows } from '../../kernel/database/rows.js';
import { MOST_RECORDS, type Finding } from './finding.js';

/** Bases of shed labor with a fraction of a cent, at standard values or a shop's. Orders of their size are refused (P0). */
export async function unpriceableBases(db: Knex): Promise<Finding[]> {
  const rows = await queryRows<{ record: string }>(
    db.raw(
      `select concat_ws(', ', s.name, m.name || ' ' || trim_scale(l.width) || 'x' || trim_scale(l.length), b.name,
           v.label || ' ' || trim_scale(v.base)) as record
         from (select id, null::uuid as shop_id, build_base, roof_base from shed_labor
               union all select shed_labor_id, shop_id, build_base, roof_base from shop_shed_labor) x
         cross join lateral (values ('Build base', x.build_base), ('Roof base', x.roof_base)) as v (label, base)
         join shed_labor l on l.id = x.id
         join shed_models m on m.id = l.model_id
         join base_styles b on b.id = l.base_style_id
         left join shops s on s.id = x.shop_id
        where v.base <> round(v.base, 2)
        order by 1 limit ${MOST_RECORDS}`,
    ),
  );
  if (rows.length === 0) return [];
  return [
    {
      severity: 'error',
      what: 'a base of shed labor has more than 2 decimals, so that orders of its size are refused',
      records: rows.map(({ record }) => record),
      hint: "Enter it again with 2 decimals: under Catalogue, Shed Labor, or in the shop's own shed labor.",
    },
  ];
}
