import { roundUp } from '../../stock/rules.js';
import { isCounted } from '../../stock/rules.js';
import { tenThousandths } from '../../pricing/exact.js';

/** How much of an item a shed's package needs, in the item's units, and how much is already bought. */
export interface PackageNeed {
  /** What the shed needs: component quantity × item quantity. */
  readonly needed: number;
  /** Already on metal orders for the serial number, in packages of the same component. */
  readonly ordered: number;
  /** What the whole order still needs of the item beyond all purchases; null if no order is known. */
  readonly left: number | null;
  readonly type: string;
}

/**
 * How much of the item the other packages of the form have for the serial number: `here` in packages of the same
 * component, `all` in any package.
 */
export interface OtherQuantities {
  readonly here: number;
  readonly all: number;
}

/**
 * P11: the quantity of an item to order in a package: what its shed needs minus what is already bought, in whole
 * units for counted items.
 */
export function packageQuantity({ needed, ordered, left, type }: PackageNeed, { here, all }: OtherQuantities): number {
  const ofPackage = tenThousandths(needed) - tenThousandths(ordered) - tenThousandths(here);
  const ofOrder = left === null ? ofPackage : tenThousandths(left) - tenThousandths(all);
  const missingQuantity = Math.max(0, Math.min(ofPackage, ofOrder));
  return isCounted(type) ? roundUp(missingQuantity, 10_000) : missingQuantity / 1e4;
}

interface Receipt {
  readonly recieved?: boolean | undefined;
  readonly recievedDate?: string | null | undefined;
}

/**
 * The day an order was received, after a change; null if it was not. When ticked: the given day, or else the previous
 * day, or else today. When unticked, or with a null day: null. A change with neither keeps the previous day.
 */
export function receivedOn(before: string | null, { recieved, recievedDate }: Receipt, today: string): string | null {
  if (recieved === false) return null;
  if (recieved === true) return recievedDate ?? before ?? today;
  return recievedDate === undefined ? before : recievedDate;
}
