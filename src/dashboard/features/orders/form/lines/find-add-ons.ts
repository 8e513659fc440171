import type { AddOnChoice } from '../../../../components/shared/orders/order-types.js';

/** The add-ons of which every typed word occurs in the name, the category or the sales system's number. */
export function findAddOns(addOns: readonly AddOnChoice[], typed: string): readonly AddOnChoice[] {
  const words = typed.toLowerCase().split(/\s+/);
  return addOns.filter(({ name, category, ssId }) => {
    const text = `${name} ${category} ${ssId ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
