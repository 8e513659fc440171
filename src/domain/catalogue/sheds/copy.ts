import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { percentColumns } from '../../company/shops/rules.js';
import { bringForeign, copyComponents, mapToTwins } from './copy-components.js';
import { queryColumn, queryRows, countWritten } from '../../kernel/database/rows.js';

/** Maps each record to the ID of its copy, in a temporary table. Returns how many there are. */
async function mapIds(db: Knex, name: string, query: Knex.QueryBuilder): Promise<number> {
  const rows = await queryRows<{ id: string }>(query);
  await db.raw(`create temp table ${name} (old_id uuid primary key, new_id uuid not null) on commit drop`);
  const pairs = rows.map(({ id }) => [id, newId()] as const);
  await db.raw(`insert into ${name} select * from unnest(?::uuid[], ?::uuid[])`, [
    pairs.map(([originalId]) => originalId),
    pairs.map(([, id]) => id),
  ]);
  return rows.length;
}

const dropMaps = (db: Knex, ...names: string[]) => db.raw(`drop table ${names.join(', ')}`);

/**
 * Copies the sheds of mapped models with their add-ons. Mapped components are replaced by their copies; others stay.
 */
async function copySheds(db: Knex): Promise<number> {
  const sheds = await mapIds(
    db,
    'copied_sheds',
    db('sheds').whereRaw('model_id in (select old_id from copied_models)').select('id'),
  );
  await db.raw(`insert into sheds (id, model_id, base_style_id, width, length, ss_id, retail_price)
    select s.new_id, m.new_id, x.base_style_id, x.width, x.length, null, x.retail_price
      from sheds x join copied_sheds s on s.old_id = x.id join copied_models m on m.old_id = x.model_id`);
  await db.raw(`insert into shed_components (shed_id, component_id, quantity)
    select s.new_id, coalesce(c.new_id, x.component_id), sum(x.quantity)
      from shed_components x join copied_sheds s on s.old_id = x.shed_id left join copied_components c on c.old_id = x.component_id
     group by 1, 2`);
  await db.raw(`insert into shed_add_ons (shed_id, add_on_id, quantity)
    select s.new_id, x.add_on_id, x.quantity from shed_add_ons x join copied_sheds s on s.old_id = x.shed_id`);
  await dropMaps(db, 'copied_sheds');
  return sheds;
}

/** Copies the labor of mapped models, with each shop's own values, and their haul bases. */
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
  const haulBases = await countWritten(
    db.raw(`insert into haul_bases (id, model_id, base_style_id, width, length, haul_base)
      select gen_random_uuid(), m.new_id, x.base_style_id, x.width, x.length, x.haul_base
        from haul_bases x join copied_models m on m.old_id = x.model_id`),
  );
  await dropMaps(db, 'copied_labor');
  return { labor, haulBases };
}

/** Copies the percents that shops have for mapped models and, if given, for a category; returns the shops. */
async function copyPercents(db: Knex, category?: { readonly from: string; readonly to: string }): Promise<string[]> {
  const percents = Object.values(percentColumns).join(', ');
  const ofModels = await queryRows<{ shop_id: string }>(
    db.raw(
      `insert into shop_percents (id, shop_id, model_id, ${percents})
       select gen_random_uuid(), p.shop_id, m.new_id, ${percents} from shop_percents p join copied_models m on m.old_id = p.model_id
     returning shop_id`,
    ),
  );
  const ofCategory = await queryRows<{ shop_id: string }>(
    db.raw(
      `insert into shop_percents (id, shop_id, category_id, ${percents})
       select gen_random_uuid(), shop_id, ?::uuid, ${percents} from shop_percents where category_id = ?::uuid
     returning shop_id`,
      [category?.to ?? null, category?.from ?? null],
    ),
  );
  const shops = [...new Set([...ofModels, ...ofCategory].map(({ shop_id }) => shop_id))];
  await db('shops').whereRaw('id = any(?)', [shops]).increment('revision', 1); // without a new revision, an open form of the shop would delete them
  return shops;
}

const copyStandardAddOns = (db: Knex) =>
  db.raw(`insert into shed_model_add_ons (model_id, add_on_id, quantity)
    select m.new_id, x.add_on_id, x.quantity from shed_model_add_ons x join copied_models m on m.old_id = x.model_id`);

/**
 * Copies everything in a category into a new one: components, models, sheds, labor and haul bases. Returns what was
 * created, and which shops have percents for it.
 */
export async function copyCategory(
  ctx: WriteCtx,
  { from, to, codePrefix, modelSuffix }: { from: string; to: string; codePrefix: string; modelSuffix: string },
) {
  const { db } = ctx;
  if (!(await db('shed_categories').where({ id: from }).first('id'))) throw notFound('Shed category');
  const fromComponents = db('components').where({ shed_category_id: from }).select('id');
  const ofCategory = await mapIds(db, 'copied_components', fromComponents.clone());
  await copyComponents(db, await queryColumn<string>(fromComponents.pluck('id')), to);
  const models = await mapIds(db, 'copied_models', db('shed_models').where({ category_id: from }).select('id'));
  await db.raw(
    `insert into shed_models (id, name, code, category_id)
     select m.new_id, x.name || ' ' || ?::text, ?::text || x.code, ? from shed_models x join copied_models m on m.old_id = x.id`,
    [modelSuffix, codePrefix, to],
  );
  const components = ofCategory + (await bringForeign(db, to));
  await copyStandardAddOns(db);
  const sheds = await copySheds(db);
  const laborCopies = await copyLabor(db);
  const shops = await copyPercents(db, { from, to });
  await dropMaps(db, 'copied_components', 'copied_models');
  return { created: { models, sheds, components, ...laborCopies }, shops };
}

/**
 * Copies all sizes of a model into a new one, with the shops' percents. Within the same category the components stay
 * the same; in another category its components of the same names are used. Throws with the names that are missing.
 */
export async function copyModelParts(
  { db }: WriteCtx,
  { from, to, category }: { readonly from: string; readonly to: string; readonly category: string },
) {
  await db.raw('create temp table copied_components (old_id uuid primary key, new_id uuid not null) on commit drop');
  await db.raw('create temp table copied_models (old_id uuid primary key, new_id uuid not null) on commit drop');
  await db.raw('insert into copied_models values (?, ?)', [from, to]);
  await mapToTwins(db, category);
  await copyStandardAddOns(db);
  const sheds = await copySheds(db);
  await copyLabor(db);
  const shops = await copyPercents(db);
  await dropMaps(db, 'copied_components', 'copied_models');
  return { sheds, shops };
}

/** Records the copied percents in the history of each shop that has them. */
export async function notePercents(
  tx: WriteCtx,
  shops: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (shops.length === 0) return;
  const after = { percentages: `${from} → ${to}` };
  await tx.audit(shops.map((id) => ({ action: 'copy percentages', entity: 'shop', id, after })));
  await tx.publish({ topic: 'shops', shopIds: [...shops] });
}
