import type { Knex } from 'knex';
import type { Cents } from '../../kernel/cents.js';
import { readPrices } from './as-of.js';
import { componentTotals, itemTotals } from './material.js';

/** The cost of a component in cents, at standard values and at the shop's (P3). */
export interface ComponentCost {
  readonly standard: Cents;
  readonly shop: Cents;
}

/** P3: the costs of components by ID, in a single query; without a shop, both costs are the standard one. */
export async function componentCosts(
  db: Knex,
  want: { readonly ids: readonly string[]; readonly shopId: string | null },
): Promise<Map<string, ComponentCost>> {
  type Row = ComponentCost & { readonly id: string };
  const rows = await readPrices<Row>(
    db,
    want,
    (from) => `
      with item_totals as (${itemTotals(from)}),
      totals as (${componentTotals(from, 'select unnest(:ids::uuid[])')})
      select c.id, coalesce(t.standard * 100, 0)::bigint as standard, coalesce(t.shop * 100, 0)::bigint as shop
        from unnest(:ids::uuid[]) as c(id) left join totals t on t.component_id = c.id`,
  );
  return new Map(rows.map(({ id, standard, shop }) => [id, { standard, shop }]));
}
