import type { Knex } from 'knex';
import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { queryRows } from '../../../kernel/database/rows.js';
import type { RowChange } from '../../reading/kind.js';
import { insertImportedRows } from '../../reading/write-rows.js';
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
  const left = groupBy(lines, ({ componentId, itemId }) => `${componentId} ${itemId}`);
  return (componentId: string, itemId: string): ComponentLine | null => {
    const existing = left.get(`${componentId} ${itemId}`) ?? [];
    return (existing.length > 1 ? existing.shift() : existing[0]) ?? null;
  };
}

/** Stores quantities, removes items with quantity 0 and adds new ones at the end. Returns the components' IDs. */
export async function writeLines(tx: WriteCtx, changes: readonly RowChange<ComponentTarget>[]): Promise<string[]> {
  const { db } = tx;
  const existing = changes.flatMap(({ target: { id }, after }) => (id ? [{ id, quantity: after['quantity'] }] : []));
  const removedIds = existing.filter(({ quantity }) => quantity === 0).map(({ id }) => id);
  await db('component_items').whereRaw('id = any(?)', [removedIds]).delete();
  await db.raw(
    `update component_items t set quantity = x.quantity
       from json_to_recordset(?) as x(id uuid, quantity numeric) where t.id = x.id`,
    [JSON.stringify(existing)],
  );
  const newLines = changes.filter(({ target }) => target.id === null);
  await addLines(tx, newLines);
  const ids = changes.map(({ target }) => target.componentId);
  await db('components').whereRaw('id = any(?)', [ids]).update({ updated_at: tx.clock.now() }).increment('revision', 1);
  return ids;
}

/** Adds new items after the existing ones of their component, in file order. */
async function addLines({ db }: WriteCtx, changes: readonly RowChange<ComponentTarget>[]): Promise<void> {
  const ids = [...new Set(changes.map(({ target }) => target.componentId))];
  const last = await queryRows<{ id: string; position: number }>(
    db('component_items')
      .whereRaw('component_id = any(?)', [ids])
      .groupBy('component_id')
      .select({ id: 'component_id' })
      .max({ position: 'position' }),
  );
  const next = new Map(last.map(({ id, position }) => [id, position]));
  const rows = changes.map(({ target, after }) => {
    const position = (next.get(target.componentId) ?? -1) + 1;
    next.set(target.componentId, position);
    const { componentId, itemId } = target;
    return {
      id: newId(),
      component_id: componentId,
      item_id: itemId,
      description: '',
      quantity: after['quantity'],
      position,
    };
  });
  await insertImportedRows(db, 'component_items', rows);
}
