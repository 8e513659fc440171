import type { AddOnChoice } from '../../components/shared/orders/order-types.js';
import type { Choice } from '../../components/ui/form/combobox/choices.js';
import { money, percent } from '../../lib/format.js';
import { getUnit, modeText } from './order-words.js';

const none: readonly Choice[] = [];
const choiceCache = new WeakMap<readonly AddOnChoice[], readonly Choice[]>();

/** The add-ons with category and price, since names repeat; made once for all lines of the order. */
export function toAddOnOptions(addOns: readonly AddOnChoice[] | undefined): readonly Choice[] {
  if (!addOns) return none;
  const options = choiceCache.get(addOns) ?? addOns.map(toOption);
  choiceCache.set(addOns, options);
  return options;
}

const toOption = ({ _id, name, category, ssId, discount, mode, type, retailPrice }: AddOnChoice): Choice => ({
  value: _id,
  label: name,
  detail: [category, discount ? 'Discount' : null, modeText(mode)].filter(Boolean).join(', '),
  figure: `${type === 'percent' ? percent(retailPrice) : money(retailPrice)} ${getUnit(type)}`.trim(),
  alias: ssId ?? undefined,
});
