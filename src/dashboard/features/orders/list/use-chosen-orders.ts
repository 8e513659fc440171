import { useState } from 'react';
import type { Selection } from '../../../components/shared/list/list-types.js';
import type { OrderRow } from '../change-order.js';
import { present } from '../../../../domain/kernel/objects.js';

type OrderSelection = ReadonlyMap<string, OrderRow>;
const none: OrderSelection = new Map();

/** The selected orders as last loaded, including those on other pages. */
export function useChosenOrders(rows: readonly OrderRow[] | undefined) {
  const [chosenIds, setChosenIds] = useState(none);
  const rowById = new Map([...chosenIds, ...(rows ?? []).map((row) => [row._id, row] as const)]);
  const orders = [...chosenIds.keys()].flatMap((id) => rowById.get(id) ?? []);
  const selection: Selection<OrderRow> = {
    selected: new Set(chosenIds.keys()),
    onChange: (ids) =>
      setChosenIds(
        new Map([...ids].flatMap((id) => (rowById.has(id) ? [[id, present(rowById.get(id))] as const] : []))),
      ), // checked above
    getName: (row) => row.serialNumber,
  };
  return { orders, selection, clear: () => setChosenIds(none) };
}
