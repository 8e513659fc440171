import type { Knex } from 'knex';

/**
 * Has PostgreSQL keep the plan of a statement on each connection, under this name, because reading and planning a
 * statement takes longer than finding a few rows by ID. Only for statements whose text is always the same, and for which
 * one plan suits all values.
 */
export const keepPlan = <S extends Knex.QueryBuilder | Knex.Raw>(statement: S, name: string): S =>
  statement.options({ name }) as S; // knex returns the statement itself
