import { type addOnTypes, allocationFlags } from '../../../../domain/pricing/case/case.js';
import type { ItemLine as Line } from '../../../components/shared/item-lines-field.js';
import type { Output } from '../../../lib/server/api.js';

export type AddOn = Output<'GET /api/addon/one/:id'>;

/** An item of an add-on as form values. */
export interface ItemLine extends Line {
  readonly replaceItem: boolean;
  readonly replacementItem: string;
}

interface StoredLine {
  readonly item: { readonly _id: string };
  readonly description: string;
  readonly quantity: number;
  readonly replaceItem: boolean;
  readonly replacementItem: { readonly _id: string } | null;
}

export const itemValues = (lines: readonly StoredLine[] = []): ItemLine[] =>
  lines.map(({ item, replacementItem, ...line }) => ({
    ...line,
    item: item._id,
    replacementItem: replacementItem?._id ?? '',
  }));

export const itemBody = (lines: readonly ItemLine[]) =>
  lines.map(({ quantity, replacementItem, ...line }) => ({
    ...line,
    quantity: quantity ?? 0,
    replacementItem: line.replaceItem && replacementItem ? replacementItem : null,
  }));

/** An add-on, or a new one in a category, as form values. */
export const toValues = (category: string) => (addOn: AddOn | null) => ({
  name: addOn?.name ?? '',
  type: addOn?.type ?? '',
  ssId: addOn?.ssId ?? '',
  category: addOn?.category._id ?? category,
  mode: addOn ? (allocationFlags.find((flag) => addOn[flag]) ?? '') : '',
  discount: addOn?.discount ?? false,
  steeperPitch: addOn?.steeperPitch ?? false,
  onSiteFee: addOn?.onSiteFee ?? false,
  nonInventory: addOn?.nonInventory ?? false,
  standardNonInvCost: addOn?.standardNonInvCost ?? null,
  addOnLabor: addOn?.addOnLabor?._id ?? '',
  retailPrice: addOn?.retailPrice ?? null,
  shopPercent: addOn?.shopPercent ?? 75,
  standardItems: itemValues(addOn?.standardItems),
});
type Values = ReturnType<ReturnType<typeof toValues>>;

/** The form as request values. */
export const toBody = ({ mode, type, addOnLabor, retailPrice, shopPercent, standardItems, ...rest }: Values) => ({
  ...rest,
  ...(mode ? { [mode]: true } : {}),
  type: type as (typeof addOnTypes)[number], // the select has only these choices
  addOnLabor: addOnLabor || null,
  retailPrice: retailPrice ?? 0,
  shopPercent: shopPercent ?? 0,
  standardItems: itemBody(standardItems),
});
