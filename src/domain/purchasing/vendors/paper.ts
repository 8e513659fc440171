/** What the quantity of a line on a purchase order counts. */
export interface PaperUnit {
  /** Such as `piece`; empty if the item is not in the catalogue. */
  readonly unit: string;
  /** How many the vendor sells in one pack; null for any quantity. */
  readonly pack: number | null;
}

/** The unit of an item that is not in the catalogue. */
export const unknownUnit: PaperUnit = { unit: '', pack: null };

export const formatUnit = ({ unit }: PaperUnit): string => (unit === 'linearFt' ? 'linear ft' : unit);

export const formatQuantity = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 });

/** `4 × 25`: four packs of 25; empty without a pack. */
export const formatPacks = (quantity: number, { pack }: PaperUnit): string =>
  pack === null ? '' : `${formatQuantity(quantity / pack)} × ${formatQuantity(pack)}`;
