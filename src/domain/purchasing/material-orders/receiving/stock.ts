import type { WriteCtx } from '../../../kernel/context.js';
import { type StockMove, moveStock } from '../../../stock/movements.js';
import { tenThousandths } from '../../../pricing/exact.js';
import { getOpenQuantity, type LineQuantities } from '../rules.js';
import type { OrderDetail } from '../schema.js';
import { queryRows } from '../../../kernel/database/rows.js';

interface OrderedLine extends LineQuantities {
  readonly item: { readonly _id: string | null };
}
type PlacedOrder = Pick<OrderDetail, 'draft'> & { readonly items: readonly OrderedLine[] };

/** Open quantities by item. A draft has none, because it is not on order. */
function openByItem({ draft, items }: PlacedOrder): Map<string, number> {
  const openByLine = new Map<string, number>();
  if (draft) return openByLine;
  for (const line of items)
    if (line.item._id)
      openByLine.set(line.item._id, (openByLine.get(line.item._id) ?? 0) + tenThousandths(getOpenQuantity(line)));
  return openByLine;
}

const nothing: PlacedOrder = { draft: true, items: [] };

/** P11: adjusts the quantities on order by how much an order's open quantities changed. */
export async function followOrder(
  tx: WriteCtx,
  order: Pick<OrderDetail, '_id' | 'shop' | 'purchaseOrderNumber'>,
  why: string,
  { before = nothing, after = nothing }: { readonly before?: PlacedOrder; readonly after?: PlacedOrder },
): Promise<void> {
  const [was, is] = [openByItem(before), openByItem(after)];
  const moves = [...new Set([...was.keys(), ...is.keys()])].map((item) => ({
    item,
    onOrder: ((is.get(item) ?? 0) - (was.get(item) ?? 0)) / 1e4,
  }));
  await moveFor(tx, order, why, moves);
}

/**
 * Moves stock with the order as the cause. On-order and received quantities never fall below 0, even if they were
 * corrected by hand.
 */
export async function moveFor(
  tx: WriteCtx,
  { _id, shop, purchaseOrderNumber }: Pick<OrderDetail, '_id' | 'shop' | 'purchaseOrderNumber'>,
  why: string,
  moves: readonly StockMove[],
): Promise<void> {
  const cause = {
    why: `purchase order ${purchaseOrderNumber} ${why}`,
    source: 'material-order',
    sourceId: _id,
  } as const;
  const stock = await lockStock(tx, shop._id, moves);
  const within = byItem(moves).map(({ item, onOrder, received, current }) => ({
    item,
    onOrder: atLeast(onOrder, stock.get(item)?.onOrder),
    received: atLeast(received, stock.get(item)?.received),
    current: current / 1e4,
  }));
  const real = within.filter(({ onOrder, received, current }) => onOrder !== 0 || received !== 0 || current !== 0);
  await moveStock(tx, shop._id, cause, real);
}

const atLeast = (move: number, onHand = 0): number =>
  move < 0 ? Math.min(0, Math.max(move, -tenThousandths(onHand))) / 1e4 : move / 1e4;

/** Merges the moves of each item into one; quantities in ten-thousandths. */
function byItem(moves: readonly StockMove[]): Required<StockMove>[] {
  const all = new Map<string, Required<StockMove>>();
  for (const { item, onOrder, received, current } of moves) {
    const so = all.get(item) ?? { item, onOrder: 0, received: 0, current: 0 };
    all.set(item, {
      item,
      onOrder: so.onOrder + tenThousandths(onOrder),
      received: so.received + tenThousandths(received),
      current: so.current + tenThousandths(current),
    });
  }
  return [...all.values()];
}

interface StoredQuantities {
  readonly item: string;
  readonly onOrder: number;
  readonly received: number;
}

/** Locks stock rows in item order, like `moveStock`. */
async function lockStock(
  tx: WriteCtx,
  shop: string,
  moves: readonly StockMove[],
): Promise<Map<string, StoredQuantities>> {
  const rows = await queryRows<StoredQuantities>(
    tx
      .db('shop_item_values')
      .where({ shop_id: shop })
      .whereRaw('item_id = any(?::uuid[])', [moves.map(({ item }) => item)])
      .orderBy('item_id')
      .forUpdate()
      .select({ item: 'item_id', onOrder: 'quantity_on_order', received: 'quantity_in_received' }),
  );
  return new Map(rows.map((row) => [row.item, row]));
}
