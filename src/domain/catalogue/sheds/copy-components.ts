import type { Knex } from 'knex';
import { invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { queryRows } from '../../kernel/database/rows.js';

interface ForeignRecord {
  readonly id: string;
  readonly name: string;
  readonly twin: string | null;
}

/**
 * The components of the copied models' sheds that belong to another category than `to`, each with the component of
 * the same name and kind in `to`.
 */
async function foreignComponents(db: Knex, to: string): Promise<ForeignRecord[]> {
  return queryRows<ForeignRecord>(
    db.raw(
      `select c.id, c.name, (select t.id from components t where t.shed_category_id = :to and t.category_id = c.category_id
              and lower(t.name) = lower(c.name) order by t.id limit 1) as twin
       from components c where c.shed_category_id <> :to and not exists (select from copied_components k where k.old_id = c.id)
        and c.id in (select x.component_id from shed_components x join sheds s on s.id = x.shed_id join copied_models m on m.old_id = s.model_id)
      order by lower(c.name), c.id`,
      { to },
    ),
  );
}

const mapTwins = (db: Knex, pairs: readonly (readonly [old: string, twin: string])[]) =>
  db.raw('insert into copied_components select * from unnest(?::uuid[], ?::uuid[])', [
    pairs.map(([originalId]) => originalId),
    pairs.map(([, twin]) => twin),
  ]);

/** Copies components with their items into a category, under the IDs that they are mapped to. */
export async function copyComponents(db: Knex, ids: readonly string[], to: string): Promise<void> {
  await db.raw(
    `insert into components (id, name, category_id, shed_category_id, metal_package)
     select c.new_id, x.name, x.category_id, ?, x.metal_package from components x join copied_components c on c.old_id = x.id
      where x.id = any(?)`,
    [to, [...ids]],
  );
  await db.raw(
    `insert into component_items (id, component_id, item_id, description, quantity, position)
     select gen_random_uuid(), c.new_id, x.item_id, x.description, x.quantity, x.position
       from component_items x join copied_components c on c.old_id = x.component_id where x.component_id = any(?)`,
    [[...ids]],
  );
}

/**
 * Maps components from other categories by name, or copies them too, so that the copied sheds can be saved. Returns
 * how many were copied.
 */
export async function bringForeign(db: Knex, to: string): Promise<number> {
  const foreign = await foreignComponents(db, to);
  await mapTwins(
    db,
    foreign.map(({ id, twin }) => [id, twin ?? newId()]),
  );
  const lacking = foreign.filter(({ twin }) => twin === null).map(({ id }) => id);
  await copyComponents(db, lacking, to);
  return lacking.length;
}

/** Maps components to those of the same name in a category. Throws with the names that are missing. */
export async function mapToTwins(db: Knex, category: string): Promise<void> {
  const foreign = await foreignComponents(db, category);
  const missingNames = foreign.filter(({ twin }) => twin === null).map(({ name }) => name);
  if (missingNames.length > 0) throw invalid('shedCategory', missingComponents(missingNames));
  await mapTwins(
    db,
    foreign.flatMap(({ id, twin }) => (twin ? [[id, twin] as const] : [])),
  );
}

const MOST_NAMED = 10;

function missingComponents(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `is missing these components of the model: ${names.slice(0, MOST_NAMED).join(', ')}${more}. Create them for that category first.`;
}
