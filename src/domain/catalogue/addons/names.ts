import type { WriteCtx } from '../../kernel/context.js';
import { queryColumn } from '../../kernel/database/rows.js';
import { invalid } from '../../kernel/errors.js';

/**
 * The names of a category's other add-ons in lower case. Locks the category so that no add-on can be added in the
 * meantime.
 */
export async function findAddOnNames({ db }: WriteCtx, category: string, id: string): Promise<Set<string>> {
  await db('addon_categories').where({ id: category }).forUpdate().first('id');
  const names = await queryColumn<string>(
    db('add_ons').where({ category_id: category }).whereNot({ id }).pluck('name'),
  );
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Throws if another add-on of the category has the name, because orders find add-ons by name. */
export async function refuseTakenAddOnName(
  ctx: WriteCtx,
  { name, category }: { name: string; category: string },
  id: string,
) {
  if ((await findAddOnNames(ctx, category, id)).has(name.toLowerCase()))
    throw invalid('name', 'Add-on: this name already exists');
}
