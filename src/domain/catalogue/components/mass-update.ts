import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { findRecord, publishCatalogue } from '../../kernel/records/record.js';
import { NOTHING_CHANGED, service } from '../../kernel/service.js';
import { componentCategoryKind } from './queries.js';
import { queryOnlyRow, queryRows, rawWith } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

/** SQL: the standard items of a component as one comparable value. */
const toItems = (id: string) =>
  `(select coalesce(jsonb_agg(jsonb_build_array(x.item_id, x.description, x.quantity) order by x.position, x.id), '[]')
      from component_items x where x.component_id = ${id})`;

/** Pairs each component of the source with the one of the same name in each target shed category, or with a new ID. */
const SPREAD = `
  create temp table spread_components on commit drop as
  with source as (
    select distinct on (lower(name)) * from components
     where category_id = :category::uuid and shed_category_id = :from::uuid order by lower(name), id)
  select s.id as source_id, s.name, s.metal_package, t.id as shed_category_id, coalesce(c.id, gen_random_uuid()) as id,
         c.id is null as created,
         c.id is not null and c.metal_package = s.metal_package and ${toItems('c.id')} = ${toItems('s.id')} as same
    from source s cross join unnest(:to::uuid[]) as t(id)
    left join components c on c.category_id = s.category_id and c.shed_category_id = t.id and lower(c.name) = lower(s.name)`;

interface Spread {
  readonly category: string;
  readonly from: string;
  readonly to: readonly string[];
}

/** Makes the components of other shed categories match those of one, in four statements, however many there are. */
async function spreadComponents({ db, clock }: WriteCtx, { category, from, to }: Spread) {
  await rawWith(db, SPREAD, { category, from, to });
  await db.raw(
    `insert into components (id, name, category_id, shed_category_id, metal_package)
     select id, name, ?::uuid, shed_category_id, metal_package from spread_components where created`,
    [category],
  );
  await db.raw(
    `update components c set metal_package = p.metal_package, revision = c.revision + 1, updated_at = ?
       from spread_components p where p.id = c.id and not p.created and not p.same`,
    [clock.now()],
  );
  await db.raw(
    `delete from component_items where component_id in (select id from spread_components where not created and not same)`,
  );
  await db.raw(
    `insert into component_items (id, component_id, item_id, description, quantity, position)
     select gen_random_uuid(), p.id, x.item_id, x.description, x.quantity, x.position
       from component_items x join spread_components p on p.source_id = x.component_id where not p.same`,
  );
  const row = await queryOnlyRow<{ created: number; updated: number; unchanged: number; ids: string[] }>(
    db.raw(
      `select count(*) filter (where created)::int as created, count(*) filter (where not created and not same)::int as updated,
            count(*) filter (where same)::int as unchanged, coalesce(array_agg(id) filter (where not same), '{}') as ids
       from spread_components`,
    ),
  );
  await db.raw('drop table spread_components');
  return row;
}

export const massUpdateComponents = service({
  summary: 'Copy the components of a category from one shed category to others, matched by name',
  permission: 'catalogue.write',
  effect: 'write',
  input: z.object({
    category: Id,
    shedCategory: Id,
    shedCategoryIds: z.array(Id).min(1, 'Choose at least one shed category').max(1000),
  }),
  output: z.object({ msg: z.string(), created: z.int(), updated: z.int(), unchanged: z.int() }),
  run: async (ctx, { category, shedCategory: from, shedCategoryIds }) => {
    const { name } = await findRecord(ctx.db, componentCategoryKind, category);
    const names = await lockShedCategories(ctx.db, from, shedCategoryIds);
    const to = shedCategoryIds.filter((id) => id !== from);
    const { ids, ...counts } = await spreadComponents(ctx, { category, from, to: [...new Set(to)] });
    if (counts.created + counts.updated === 0) {
      ctx.unchanged();
      return { msg: NOTHING_CHANGED, ...counts };
    }
    const after = { category: name, from: names.get(from), to: to.map((id) => names.get(id)), ...counts };
    await ctx.audit({ action: 'mass update', entity: 'component', ids: [category, ...ids], after });
    await publishCatalogue(ctx);
    return { msg: 'component is updated', ...counts };
  },
});

/**
 * The shed categories by ID, with their names; locked so that their components cannot change until this write is done.
 */
async function lockShedCategories(db: Knex, from: string, to: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; name: string }>(
    db('shed_categories')
      .whereRaw('id = any(?)', [[from, ...to]])
      .orderBy('id')
      .forUpdate()
      .select('id', 'name'),
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  if (!names.has(from)) throw invalid('shedCategory', 'does not exist');
  if (to.some((id) => !names.has(id))) throw invalid('shedCategoryIds', 'does not exist');
  return names;
}
