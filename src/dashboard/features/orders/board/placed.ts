import { type BoardStatus, boardStatuses } from './moves.js';

/** The content of a column: its orders and their total number. */
export interface Column<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** The columns after the changes of each order are applied; undefined for a column that is not loaded. */
export function placeOrders<T extends { readonly status: string }>(
  lists: Readonly<Record<BoardStatus, Column<T> | undefined>>,
  change: (order: T) => T,
): Record<BoardStatus, Column<T> | undefined> {
  const movedOrders = boardStatuses.flatMap((from) =>
    (lists[from]?.items ?? []).map(change).filter(({ status }) => status !== from),
  );
  const toColumn = (status: BoardStatus): Column<T> | undefined => {
    const list = lists[status];
    if (!list) return undefined;
    const stay = list.items.map(change).filter((order) => order.status === status);
    const arrivals = movedOrders.filter((order) => order.status === status);
    return { items: [...stay, ...arrivals], total: list.total - (list.items.length - stay.length) + arrivals.length };
  };
  return {
    InQueue: toColumn('InQueue'),
    Building: toColumn('Building'),
    'On Hold': toColumn('On Hold'),
    Finished: toColumn('Finished'),
  };
}
