import type { WriteCtx } from '../../../kernel/context.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { newId } from '../../../kernel/ids.js';
import type { StoredOrder } from '../../pricing/locked-orders.js';
import { nameKey } from '../names.js';
import type { Cause, NamedKind } from './cause.js';

/** A choice for a name that the catalogue lacks. */
export interface Choice extends Cause {
  readonly kind: NamedKind;
  /** The name as written in the file. */
  readonly name: string;
  readonly chosen: { readonly _id: string; readonly name: string };
  /** Whether later uploads use it. */
  readonly remember: boolean;
}

/**
 * Counts a choice, so that it is suggested again, and remembers it if requested. An earlier remembered choice for the
 * same name is then only suggested.
 */
export async function keepChoice(
  ctx: WriteCtx,
  { kind, words, within, name, chosen, remember }: Choice,
): Promise<void> {
  const { db } = ctx;
  const forget = `update matching_choices set remembered = false
    where kind = ? and words = ? and within = ? and remembered and chosen_id <> ?`;
  if (remember) await db.raw(forget, [kind, words, within, chosen._id]);
  const [row] = await queryRows<{ id: string }>(
    db.raw(
      `insert into matching_choices as m
         (id, kind, words, within, name, chosen_id, chosen_name, remembered, times, chosen_at, chosen_by)
       values (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
       on conflict (kind, md5(words), within, chosen_id) do update set name = excluded.name,
         chosen_name = excluded.chosen_name, remembered = m.remembered or excluded.remembered, times = m.times + 1,
         chosen_at = excluded.chosen_at, chosen_by = excluded.chosen_by
       returning id`,
      [newId(), kind, words, within, name, chosen._id, chosen.name, remember, ctx.clock.now(), ctx.actor.name],
    ),
  );
  if (!remember || !row) return;
  await ctx.audit({
    action: 'remember',
    entity: 'matching-choice',
    id: row.id,
    after: { kind, name, chosen: chosen.name },
  });
}

/** Counts what was chosen on one order for names that the catalogue lacks, so that it is suggested for other orders. */
export async function keepChoices(ctx: WriteCtx, before: StoredOrder, after: StoredOrder): Promise<void> {
  for (const { name, within = '', ...choice } of listChosen(before, after))
    if (nameKey(name) !== nameKey(choice.chosen.name))
      await keepChoice(ctx, { ...choice, name, words: nameKey(name), within: nameKey(within), remember: false });
}

type NewChoice = Pick<Choice, 'kind' | 'name' | 'chosen'> & { readonly within?: string };

/**
 * Counts an add-on only if one unknown add-on was replaced by one of the catalogue. With several, it is unclear which
 * replaced which.
 */
function listChosen(before: StoredOrder, after: StoredOrder): NewChoice[] {
  const choices: NewChoice[] = [];
  if (!before.shopId && before.shopName && after.shopId)
    choices.push({ kind: 'shop', name: before.shopName, chosen: { _id: after.shopId, name: after.shopName ?? '' } });
  if (!before.modelId && after.modelId) {
    const model = { _id: after.modelId, name: after.modelName };
    choices.push({ kind: 'model', name: before.modelName, within: before.categoryName ?? '', chosen: model });
  }
  const listUnknown = (order: StoredOrder) => order.lines.filter((line) => line.unknown);
  const unknownNames = new Set(listUnknown(after).map(({ name }) => name));
  const [goneDealer, second] = listUnknown(before).filter(({ name }) => !unknownNames.has(name));
  const addOnIds = new Set(before.lines.map(({ addOnId }) => addOnId));
  const [newLine, other] = after.lines.filter(({ addOnId, foundBy }) => foundBy === 'user' && !addOnIds.has(addOnId));
  if (goneDealer && newLine?.addOnId && !second && !other)
    choices.push({ kind: 'add-on', name: goneDealer.name, chosen: { _id: newLine.addOnId, name: newLine.name } });
  return choices;
}
