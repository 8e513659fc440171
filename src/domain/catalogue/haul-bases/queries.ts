import type { Knex } from 'knex';
import type { z } from 'zod';
import type { RecordKind } from '../../kernel/records/record.js';
import { shedsOfSize, sizeFields } from '../sheds/queries.js';
import { HaulBase } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const namedSql = (table: string) => `json_build_object('_id', ${table}.id, 'name', ${table}.name)`;

/** Haul bases with their model, category and base style, sorted by base style, then size. */
export const selectHaulBases = (db: Knex): Knex.QueryBuilder =>
  db('haul_bases as h')
    .join('shed_models as m', 'm.id', 'h.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 'h.base_style_id')
    .select({ _id: 'h.id', width: 'h.width', length: 'h.length', haulBase: 'h.haul_base', revision: 'h.revision' })
    .select(db.raw(`${namedSql('c')} as "shedCategory", ${namedSql('m')} as model, ${namedSql('b')} as "baseStyle"`))
    .orderByRaw('lower(b.name), h.width, h.length, h.id');

export const haulBaseKind: RecordKind<typeof HaulBase> = {
  what: 'Haul base',
  entity: 'haul-base',
  table: 'haul_bases',
  schema: HaulBase,
  find: async (db, ids) =>
    await queryRows<z.output<typeof HaulBase>>(selectHaulBases(db).whereRaw('h.id = any(?)', [ids])),
  uses: [shedsOfSize('haul_bases')],
  fixedInUse: sizeFields,
};
