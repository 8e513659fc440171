/** A line named in a file and sold for an amount, before it is matched to an add-on of the catalogue. */
export interface UnknownLine {
  readonly unknown: boolean;
  readonly asSold?: boolean | undefined;
  readonly included: boolean;
  readonly priceGiven?: boolean | undefined;
  readonly quantity: number;
  readonly retailPrice?: number | undefined;
}

interface AddOnPrice {
  readonly type: string;
  readonly retailPrice: number;
}

interface EnteredValues {
  readonly quantity?: number | null | undefined;
  readonly retailPrice?: number | null | undefined;
}

/** P4: whether a line of this add-on keeps the amount it was sold for, because its price is not per piece. */
export const keepsAmount = (type: string): boolean => type === 'sqft' || type === 'percent';

/**
 * P4: the retail price of an unknown line, once it is matched to this add-on, that keeps the amount it was sold for.
 * Null if it was not sold for an amount, or if a different price or quantity was entered and applies instead.
 */
export function priceAsSold(line: UnknownLine, addOn: AddOnPrice, input: EnteredValues): number | null {
  if (!line.unknown || !line.asSold || !line.priceGiven || line.retailPrice === undefined) return null;
  const price = keepsAmount(addOn.type) && !line.included ? addOn.retailPrice : line.retailPrice;
  const { quantity = line.quantity, retailPrice = price } = input;
  const isLeftAlone = quantity === line.quantity && (retailPrice === price || retailPrice === line.retailPrice);
  return isLeftAlone ? price : null;
}
