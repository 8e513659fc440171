import { audience, type Actor } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import type { ChangeOrder, LineInput } from '../change-schema.js';

/**
 * Throws `permission-denied` for a change of a figure or fact that the actor cannot see, even if it equals the stored
 * one; otherwise the answer would reveal whether a guess is right.
 */
export function refuseUnseen(actor: Actor, input: ChangeOrder): void {
  const seenBy = audience(actor);
  if (seenBy === 'office') return;
  const values: unknown[] = [
    ...Object.values(input.sellingCosts ?? {}),
    input.adjustment?.company,
    input.basePrice?.company,
    input.adjustmentNote,
    input.driver,
    input.customerPhone,
    input.customerEmail,
    input.rto,
    input.rtoCompany,
    input.rtoMonths,
    input.balance,
  ];
  if (seenBy === 'builder') {
    const lines = [...(input.addOns ?? []), ...(input.customAddOns ?? [])];
    values.push(input.deliveryAddress, input.shopPercent, input.adjustment?.shop, ...lines.flatMap(getMoney));
  }
  if (values.some((value) => value !== undefined)) throw new DomainError('permission-denied', undefined);
}

const getMoney = ({ retailPrice, shopPercent, materialCost, laborCost }: LineInput): unknown[] => [
  retailPrice,
  shopPercent,
  ...Object.values(materialCost ?? {}),
  ...Object.values(laborCost ?? {}),
];
