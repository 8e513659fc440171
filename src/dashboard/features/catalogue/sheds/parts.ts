import { lineByLine } from '../../../components/shared/history/history-lines.js';
import type { SelectOption } from '../../../components/ui/form/fields.js';
import type { Output } from '../../../lib/server/api.js';
import { money, percent, unitPrice } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { plural } from '../../../../domain/kernel/text/plural.js';

/** A line of a shed: a component or an add-on, and a quantity. */
export interface LineValues {
  readonly of: string;
  readonly quantity: number | null;
}

interface NamedRecord {
  readonly _id: string;
  readonly name: string;
}

const toOption = ({ _id, name }: NamedRecord): SelectOption => ({ value: _id, label: name });

export const toOptions = (records: readonly NamedRecord[] | undefined): SelectOption[] => (records ?? []).map(toOption);

/** The parts available for sheds of a category; parts a record already has stay available. */
export function useParts(
  category: string | null,
  has: { components?: readonly NamedRecord[]; addOns?: readonly NamedRecord[] } = {},
) {
  const { data } = useApi('GET /api/shed/parts/:id', category ? { id: category } : null);
  const [components, addOns] = [data?.components ?? [], data?.addOns ?? []];
  return {
    components: withOwn(
      components.map(({ category, cost, ...one }) => ({ ...toOption(one), detail: category, figure: money(cost) })),
      has.components,
    ),
    addOns: withOwn(
      addOns.map((one) => ({ ...toOption(one), detail: one.category, figure: formatPrice(one) })),
      has.addOns,
    ),
    baseStyles: toOptions(data?.baseStyles),
    /** The cost of each component, in dollars. */
    costs: new Map(components.map(({ _id, cost }) => [_id, cost])),
    addOnsById: new Map(addOns.map((one) => [one._id, one])),
  };
}

type AddOn = Output<'GET /api/shed/parts/:id'>['addOns'][number];

/** The retail price of an add-on: dollars, or a percent. */
export const formatPrice = ({ type, retailPrice }: Pick<AddOn, 'type' | 'retailPrice'>): string =>
  type === 'percent' ? percent(retailPrice) : unitPrice(retailPrice);

const withOwn = (all: readonly SelectOption[], current: readonly NamedRecord[] = []): SelectOption[] => {
  const values = new Set(all.map(({ value }) => value));
  return [...all, ...current.filter(({ _id }) => !values.has(_id)).map(toOption)];
};

type AddOnLine = Output<'GET /api/shed/one/:id'>['standardAddOns'][number];
type ComponentLine = Output<'GET /api/shed/one/:id'>['components'][number];

export const addOnValues = (lines: readonly AddOnLine[] = []): LineValues[] =>
  lines.map(({ addon, quantity }) => ({ of: addon._id, quantity }));
export const componentValues = (lines: readonly ComponentLine[] = []): LineValues[] =>
  lines.map(({ component, quantity }) => ({ of: component._id, quantity }));

export const addOnBody = (lines: readonly LineValues[]) =>
  lines.map(({ of, quantity }) => ({ addon: of, quantity: quantity ?? 0 }));
export const componentBody = (lines: readonly LineValues[]) =>
  lines.map(({ of, quantity }) => ({ component: of, quantity: quantity ?? 0 }));

export const formatName = ({ name }: Pick<NamedRecord, 'name'>): string => name;

/** Describes changes of components and add-ons in the history: the lines that differ, by name. */
export const componentLines = lineByLine<ComponentLine>({
  getName: ({ component }) => component.name,
  label: (name) => `Component ${name}`,
  formatValue: ({ quantity }) => String(quantity),
  gone: 'removed',
});
export const addOnLines = lineByLine<AddOnLine>({
  getName: ({ addon }) => addon.name,
  label: (name) => `Add-on ${name}`,
  formatValue: ({ quantity }) => String(quantity),
  gone: 'removed',
});

/** Describes lines for a conflict: `2 × Door, 1 × Ramp`. */
export const linesInWords = (lines: readonly LineValues[], options: readonly SelectOption[]): string =>
  lines
    .map(({ of, quantity }) => `${quantity ?? 0} × ${options.find(({ value }) => value === of)?.label ?? 'another'}`)
    .join(', ') || 'none';

/** The note of a copy about copied shop percentages; empty if there are none. */
export const percentagesInWords = (shops: number): string =>
  shops > 0 ? `, with percentages of ${shops} ${plural(shops, 'shop')}` : '';
