import type { Knex } from 'knex';
import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { queryRows } from '../../../kernel/database/rows.js';
import type { RowChange } from '../../reading/kind.js';
import { groupBy } from '../../../kernel/objects.js';

/** An item line of a component. */
export interface ComponentLine {
  readonly id: string;
  readonly componentId: string;
  readonly itemId: string;
  readonly quantity: number;
}

/** The component and item of a row. */
export interface ComponentTarget {
  readonly componentId: string;
  readonly itemId: string;
  /** The ID of the existing line; null for a new one. */
  readonly id: string | null;
}
/** The item lines of all components, in order. */
export const storedLines = async (db: Knex): Promise<ComponentLine[]> =>
  await queryRows<ComponentLine>(
    db('component_items')
      .orderBy('component_id')
      .orderBy('position')
      .orderBy('id')
      .select({ id: 'id', componentId: 'component_id', itemId: 'item_id', quantity: 'quantity' }),
  );

/** Finds a component's lines for an item one after the other. Surplus rows get the last line again. */
export function lineFinder(lines: readonly ComponentLine[]) {
  const linesByKey = groupBy(lines, ({ componentId, itemId }) => `${componentId} ${itemId}`);
  return (componentId: string, itemId: string): ComponentLine | null => {
    const matches = linesByKey.get(`${componentId} ${itemId}`) ?? [];
    return (matches.length > 1 ? matches.shift() : matches[0]) ?? null;
  };
}

/** Stores quantities, removes items with quantity 0 and adds new ones at the end. Returns the components' IDs. */
export async function writeLines(tx: WriteCtx, changes: readonly RowChange<ComponentTarget>[]): Promise<string[]> {
  const { db } = tx;
  const existingLines = changes.flatMap(({ target: { id }, after }) =>
    id ? [{ id, quantity: after['quantity'] }] : [],
  );
  const removedIds = existingLines.filter(({ quantity }) => quantity === 0).map(({ id }) => id);
  await db('component_items').whereRaw('id = any(?)', [removedIds]).delete();
  await db.raw(
    `update component_items t set quantity = x.quantity
       from json_to_recordset(?) as x(id uuid, quantity numeric) where t.id = x.id`,
    [JSON.stringify(existingLines)],
  );
  const newLines = changes.filter(({ target }) => target.id === null);
  await addLines(tx, newLines);
  const ids = changes.map(({ target }) => target.componentId);
  await db('components').whereRaw('id = any(?)', [ids]).update({ updated_at: tx.clock.now() }).increment('revision', 1);
  return ids;
}

/** Adds new items after the existing ones of their component, in file order. */
async function addLines({ db }: WriteCtx, changes: readonly RowChange<ComponentTarget>[]): Promise<void> {
  const rows = changes.map(({ target, after }, n) => ({ ...target, id: newId(), quantity: after['quantity'], n }));
  await db.raw(
    `insert into component_items (id, component_id, item_id, description, quantity, position)
       select x.id, x."componentId", x."itemId", '', x.quantity, coalesce(last.position, -1)
           + row_number() over (partition by x."componentId" order by x.n)
         from json_to_recordset(?) as x(id uuid, "componentId" uuid, "itemId" uuid, quantity numeric, n int)
         left join (select component_id, max(position) as position from component_items group by 1) last
           on last.component_id = x."componentId"`,
    [JSON.stringify(rows)],
  );
}
