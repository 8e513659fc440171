import type { OrderRow } from '../change-order.js';
import { parseOwnJson } from '../../../../domain/kernel/objects.js';

/** The data type of a dragged card. */
export const CARD = 'application/x-shedworks-order';

/** Makes a card draggable, with its order as data. */
export function takeCard(data: DataTransfer, order: OrderRow): void {
  data.setData(CARD, JSON.stringify(order));
  data.effectAllowed = 'move';
}

/** The order of a dropped card; null if something else was dropped. */
export function readCard(data: DataTransfer): OrderRow | null {
  const text = data.getData(CARD);
  return text ? parseOwnJson<OrderRow>(text) : null; // set by `takeCard`
}
