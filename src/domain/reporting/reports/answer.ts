import type { Knex } from 'knex';
import type { ActorCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { JsonText } from '../../kernel/text/json-text.js';
import { rangeAnswer, type Period } from './period.js';
import { MOST_JSON_ROWS } from './rules.js';
import { queryOnlyRow, rawWith } from '../../kernel/database/rows.js';

/**
 * The JSON that `sql` builds from rows. Its bindings are the range as JSON and the rows, its result columns `n` and
 * `text`. Throws `report-too-large` above 100,000 rows.
 */
export async function loadJson(
  ctx: ActorCtx,
  sql: string,
  rows: Knex.QueryBuilder,
  period: Period,
): Promise<JsonText<never>> {
  const bindings = [JSON.stringify(rangeAnswer(period)), rows.limit(MOST_JSON_ROWS + 1)];
  const { n, text } = await queryOnlyRow<{ n: number; text: string }>(rawWith(ctx.db, sql, bindings));
  if (n > MOST_JSON_ROWS) throw new DomainError('report-too-large', { most: MOST_JSON_ROWS });
  return new JsonText(text);
}
