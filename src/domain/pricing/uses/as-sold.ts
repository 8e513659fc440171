/** A line that only a file named, sold for an amount, before it is known which add-on of the catalogue it is. */
export interface UnknownLine {
  readonly unknown: boolean;
  readonly asSold?: boolean | undefined;
  readonly included: boolean;
  readonly quantity: number;
  readonly retailPrice?: number | undefined;
}

interface AddOnPrice {
  readonly type: string;
  readonly retailPrice: number;
}

interface Typed {
  readonly quantity?: number | null | undefined;
  readonly retailPrice?: number | null | undefined;
}

/** P4: whether a line of this add-on keeps the amount it was sold for, as its price is not that of a piece. */
export const keepsAmount = (type: string): boolean => type === 'sqft' || type === 'percent';

/**
 * P4: the retail price of an unknown line that turned out to be this add-on and stays as it was sold; null where it was
 * not sold for an amount, or another price or quantity is typed: then what is typed counts.
 */
export function priceAsSold(line: UnknownLine, addOn: AddOnPrice, typed: Typed): number | null {
  if (!line.unknown || !line.asSold || line.retailPrice === undefined) return null;
  const price = keepsAmount(addOn.type) && !line.included ? addOn.retailPrice : line.retailPrice;
  const { quantity = line.quantity, retailPrice = price } = typed;
  const isLeftAlone = quantity === line.quantity && (retailPrice === price || retailPrice === line.retailPrice);
  return isLeftAlone ? price : null;
}
