import type { Knex } from 'knex';
import { getScope, type Actor } from '../../kernel/context.js';
import type { SavedView } from './schema.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

const columns = {
  _id: 'v.id',
  name: 'v.name',
  report: 'v.report',
  filter: 'v.filter',
  shared: 'v.shared',
  revision: 'v.revision',
};

/** Views sorted by report and name. */
export const selectViews = (db: Knex): Knex.QueryBuilder =>
  db('saved_views as v')
    .join('users as u', 'u.id', 'v.owner_id')
    .select(columns)
    .select(db.raw(`json_build_object('_id', u.id, 'name', u.name) as owner`))
    .orderByRaw('v.report, lower(v.name), v.id');

/** The views an actor may use: the actor's own and those shared with the side; for the command line, all. */
export const usableViews = (db: Knex, actor: Actor): Knex.QueryBuilder =>
  selectViews(db).modify((query) => {
    if (actor.id === null) return;
    void query.whereRaw('v.shop_id is not distinct from ?::uuid and (v.owner_id = ?::uuid or v.shared)', [
      getScope(actor),
      actor.id,
    ]);
  });

/** A view that an actor may use; undefined if there is none. */
export const findUsableView = async (db: Knex, actor: Actor, id: string): Promise<SavedView | undefined> =>
  await queryFirstRow<SavedView>(usableViews(db, actor).where('v.id', id).first());
