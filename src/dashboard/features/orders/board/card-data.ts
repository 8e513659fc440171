import type { OrderRow } from '../change-order.js';

/** The kind of data a dragged card carries. */
export const CARD = 'application/x-shedworks-order';

/** Lets a card be dragged with the order it shows. */
export function takeCard(data: DataTransfer, order: OrderRow): void {
  data.setData(CARD, JSON.stringify(order));
  data.effectAllowed = 'move';
}

/** The order of a dropped card; null when something else was dropped. */
export function readCard(data: DataTransfer): OrderRow | null {
  const text = data.getData(CARD);
  return text ? (JSON.parse(text) as OrderRow) : null; // written by `takeCard`
}
