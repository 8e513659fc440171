import { roundUp } from '../../stock/rules.js';
import { isCounted } from '../../stock/rules.js';
import { tenThousandths } from '../../pricing/exact.js';

/** What a package for a shed has of an item, in the item's own units, and what of it is bought already. */
export interface PackageNeed {
  /** By the shed: its components × their lines. */
  readonly needed: number;
  /** On metal orders for the serial number, in packages of the same component. */
  readonly ordered: number;
  /** What the whole order needs of the item and nothing brings yet; null where no order is known. */
  readonly left: number | null;
  readonly type: string;
}

/** How much of the item other packages of the same form have for the serial number: those of the same component, and all. */
export interface Besides {
  readonly here: number;
  readonly all: number;
}

/** P11: how much of an item a package orders: what its shed needs and is not bought yet, in whole units of what is counted. */
export function packageQuantity({ needed, ordered, left, type }: PackageNeed, { here, all }: Besides): number {
  const ofPackage = tenThousandths(needed) - tenThousandths(ordered) - tenThousandths(here);
  const ofOrder = left === null ? ofPackage : tenThousandths(left) - tenThousandths(all);
  const missing = Math.max(0, Math.min(ofPackage, ofOrder));
  return isCounted(type) ? roundUp(missing, 10_000) : missing / 1e4;
}

interface Receipt {
  readonly recieved?: boolean | undefined;
  readonly recievedDate?: string | null | undefined;
}

/**
 * The day an order was received, after a change; null if it is not received. When ticked: the given day, otherwise the
 * previous day, otherwise today. When unticked, or with a null day: null. A change with neither keeps the previous day.
 */
export function receivedOn(before: string | null, { recieved, recievedDate }: Receipt, today: string): string | null {
  if (recieved === false) return null;
  if (recieved === true) return recievedDate ?? before ?? today;
  return recievedDate === undefined ? before : recievedDate;
}
