import type { Knex } from 'knex';
import type { WriteCtx } from '../context.js';
import { notFound } from '../errors.js';
import { newId } from '../ids.js';

/** Which new record stands for which old one, as a table of the transaction. */
async function mapIds(db: Knex, name: string, query: Knex.QueryBuilder): Promise<number> {
  const rows = (await query) as { id: string }[];
  await db.raw(`create temp table ${name} (old_id uuid primary key, new_id uuid not null) on commit drop`);
  const pairs = rows.map(({ id }) => [id, newId()] as const);
  await db.raw(`insert into ${name} select * from unnest(?::uuid[], ?::uuid[])`, [
    pairs.map(([old]) => old),
    pairs.map(([, id]) => id),
  ]);
  return rows.length;
}

const dropMaps = (db: Knex, ...names: string[]) => db.raw(`drop table ${names.join(', ')}`);

const affected = async (query: PromiseLike<unknown>): Promise<number> =>
  ((await query) as { rowCount: number }).rowCount;

/** Sheds of mapped models with their add-ons; `components` maps what they are made of, or keeps it where there is no map. */
async function copySheds(db: Knex, components: 'mapped' | 'same'): Promise<number> {
  const sheds = await mapIds(
    db,
    'copied_sheds',
    db('sheds').whereRaw('model_id in (select old_id from copied_models)').select('id'),
  );
  await db.raw(`insert into sheds (id, model_id, base_style_id, width, length, ss_id, retail_price)
    select s.new_id, m.new_id, x.base_style_id, x.width, x.length, null, x.retail_price
      from sheds x join copied_sheds s on s.old_id = x.id join copied_models m on m.old_id = x.model_id`);
  const part = components === 'mapped' ? 'coalesce(c.new_id, x.component_id)' : 'x.component_id';
  const map = components === 'mapped' ? 'left join copied_components c on c.old_id = x.component_id' : '';
  await db.raw(`insert into shed_components (shed_id, component_id, quantity)
    select s.new_id, ${part}, x.quantity from shed_components x join copied_sheds s on s.old_id = x.shed_id ${map}`);
  await db.raw(`insert into shed_add_ons (shed_id, add_on_id, quantity)
    select s.new_id, x.add_on_id, x.quantity from shed_add_ons x join copied_sheds s on s.old_id = x.shed_id`);
  await dropMaps(db, 'copied_sheds');
  return sheds;
}

/** Labor with each shop's own values, and haul bases, of mapped models. */
async function copyLabor(db: Knex): Promise<{ labor: number; haulBases: number }> {
  const labor = await mapIds(
    db,
    'copied_labor',
    db('shed_labor').whereRaw('model_id in (select old_id from copied_models)').select('id'),
  );
  await db.raw(`insert into shed_labor (id, model_id, base_style_id, width, length, build_base, roof_base, truss_count, paint_hours, door_cost)
    select l.new_id, m.new_id, x.base_style_id, x.width, x.length, x.build_base, x.roof_base, x.truss_count, x.paint_hours, x.door_cost
      from shed_labor x join copied_labor l on l.old_id = x.id join copied_models m on m.old_id = x.model_id`);
  await db.raw(`insert into shop_shed_labor (shop_id, shed_labor_id, build_base, roof_base, truss_count, paint_hours, door_cost)
    select x.shop_id, l.new_id, x.build_base, x.roof_base, x.truss_count, x.paint_hours, x.door_cost
      from shop_shed_labor x join copied_labor l on l.old_id = x.shed_labor_id`);
  const haulBases = await affected(
    db.raw(`insert into haul_bases (id, model_id, base_style_id, width, length, haul_base)
      select gen_random_uuid(), m.new_id, x.base_style_id, x.width, x.length, x.haul_base
        from haul_bases x join copied_models m on m.old_id = x.model_id`),
  );
  await dropMaps(db, 'copied_labor');
  return { labor, haulBases };
}

const copyStandardAddOns = (db: Knex) =>
  db.raw(`insert into shed_model_add_ons (model_id, add_on_id, quantity)
    select m.new_id, x.add_on_id, x.quantity from shed_model_add_ons x join copied_models m on m.old_id = x.model_id`);

/** Everything of a category into another one that is new: components, models, sheds, labor, haul bases. Counts what was made. */
export async function copyCategory(
  ctx: WriteCtx,
  { from, to, codePrefix, modelSuffix }: { from: string; to: string; codePrefix: string; modelSuffix: string },
) {
  const { db } = ctx;
  if (!(await db('shed_categories').where({ id: from }).first('id'))) throw notFound('Shed category');
  const components = await mapIds(
    db,
    'copied_components',
    db('components').where({ shed_category_id: from }).select('id'),
  );
  await db.raw(
    `insert into components (id, name, category_id, shed_category_id, metal_package)
     select c.new_id, x.name, x.category_id, ?, x.metal_package from components x join copied_components c on c.old_id = x.id`,
    [to],
  );
  await db.raw(`insert into component_items (id, component_id, item_id, description, quantity, position)
    select gen_random_uuid(), c.new_id, x.item_id, x.description, x.quantity, x.position from component_items x join copied_components c on c.old_id = x.component_id`);
  const models = await mapIds(db, 'copied_models', db('shed_models').where({ category_id: from }).select('id'));
  await db.raw(
    `insert into shed_models (id, name, code, category_id)
     select m.new_id, x.name || ' ' || ?::text, ?::text || x.code, ? from shed_models x join copied_models m on m.old_id = x.id`,
    [modelSuffix, codePrefix, to],
  );
  await copyStandardAddOns(db);
  const sheds = await copySheds(db, 'mapped');
  const made = await copyLabor(db);
  await dropMaps(db, 'copied_components', 'copied_models');
  return { models, sheds, components, ...made };
}

/** All sizes of a model into another one that is new; in the same category the components stay the same. Counts the sheds. */
export async function copyModelParts(ctx: WriteCtx, from: string, to: string): Promise<number> {
  const { db } = ctx;
  await db.raw('create temp table copied_models (old_id uuid primary key, new_id uuid not null) on commit drop');
  await db.raw('insert into copied_models values (?, ?)', [from, to]);
  await copyStandardAddOns(db);
  const sheds = await copySheds(db, 'same');
  await copyLabor(db);
  await dropMaps(db, 'copied_models');
  return sheds;
}
