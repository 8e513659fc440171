import { lineByLine } from '../../../components/shared/history/history-lines.js';
import type { LineValues } from '../../../components/ui/form/lines-field.js';
import type { SelectOption } from '../../../components/ui/form/fields.js';
import type { Output } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';
import { plural } from '../../../../domain/kernel/text/plural.js';

interface Named {
  readonly _id: string;
  readonly name: string;
}

export const toOptions = (named: readonly Named[] | undefined): SelectOption[] =>
  (named ?? []).map(({ _id, name }) => ({ value: _id, label: name }));

/** The parts available for sheds of a category; parts a record already has stay available. */
export function useParts(
  category: string | null,
  has: { components?: readonly Named[]; addOns?: readonly Named[] } = {},
) {
  const { data } = useApi('GET /api/shed/parts/:id', category ? { id: category } : null);
  return {
    components: toOptions(withOwn(data?.components, has.components)),
    addOns: toOptions(withOwn(data?.addOns, has.addOns)),
    baseStyles: toOptions(data?.baseStyles),
  };
}

const withOwn = (all: readonly Named[] = [], own: readonly Named[] = []): Named[] => {
  const known = new Set(all.map(({ _id }) => _id));
  return [...all, ...own.filter(({ _id }) => !known.has(_id))];
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

export const formatName = ({ name }: Pick<Named, 'name'>): string => name;

/** Describes changes of components and add-ons in the history: the lines that differ, by name. */
export const componentLines = lineByLine<ComponentLine>({
  nameOf: ({ component }) => component.name,
  label: (name) => `Component ${name}`,
  read: ({ quantity }) => String(quantity),
  gone: 'removed',
});
export const addOnLines = lineByLine<AddOnLine>({
  nameOf: ({ addon }) => addon.name,
  label: (name) => `Add-on ${name}`,
  read: ({ quantity }) => String(quantity),
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
