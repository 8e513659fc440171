import type { Knex } from 'knex';
import type { z } from 'zod';
import type { RecordKind } from '../../kernel/records/record.js';
import { Component, ComponentCategory } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const namedSql = (table: string) => `json_build_object('_id', ${table}.id, 'name', ${table}.name)`;

/** The categories by priority, each with its number of components, in one shed category or in all. */
export const selectComponentCategories = (db: Knex, shedCategory: string | null = null): Knex.QueryBuilder =>
  db('component_categories as g')
    .select({ _id: 'g.id', name: 'g.name', priority: 'g.priority', revision: 'g.revision' })
    .select(
      db.raw(
        `(select count(*)::int from components c where c.category_id = g.id
           and coalesce(c.shed_category_id = ?::uuid, true)) as components`,
        [shedCategory],
      ),
    )
    .orderByRaw('g.priority, lower(g.name), g.id');

/** Components by their category's priority, then by name. */
export const selectComponents = (db: Knex): Knex.QueryBuilder =>
  db('components as c')
    .join('component_categories as g', 'g.id', 'c.category_id')
    .join('shed_categories as s', 's.id', 'c.shed_category_id')
    .select({ _id: 'c.id', name: 'c.name', metalPackage: 'c.metal_package', revision: 'c.revision' })
    .select(db.raw(`${namedSql('g')} as category, ${namedSql('s')} as "shedCategory"`))
    .orderByRaw('g.priority, lower(g.name), lower(c.name), c.id');

const selectWholeComponents = (db: Knex): Knex.QueryBuilder =>
  selectComponents(db).select(
    db.raw(
      `coalesce((select json_agg(json_build_object('item', ${namedSql('i')}, 'description', x.description, 'quantity', x.quantity)
          order by x.position, x.id)
         from component_items x join items i on i.id = x.item_id where x.component_id = c.id), '[]') as "standardItems"`,
    ),
  );

export const componentCategoryKind: RecordKind<typeof ComponentCategory> = {
  what: 'Component category',
  entity: 'component-category',
  table: 'component_categories',
  schema: ComponentCategory,
  find: async (db, ids) =>
    await queryRows<z.output<typeof ComponentCategory>>(selectComponentCategories(db).whereRaw('g.id = any(?)', [ids])),
  uses: [{ table: 'components', column: 'category_id', one: 'component', many: 'components' }],
};

export const componentKind: RecordKind<typeof Component> = {
  what: 'Component',
  entity: 'component',
  table: 'components',
  schema: Component,
  find: async (db, ids) =>
    await queryRows<z.output<typeof Component>>(selectWholeComponents(db).whereRaw('c.id = any(?)', [ids])),
  uses: [{ table: 'shed_components', column: 'component_id', one: 'shed', many: 'sheds' }],
  fixedInUse: ['shedCategory'],
};
