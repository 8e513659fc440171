import type { Input, Output } from '../../../lib/server/api.js';

export type Choices = Output<'GET /api/notices/choices'>;
export type Choice = Choices['items'][number];
type Kind = Choice['kind'];
type Delivery = Choice['delivery'];

/** Labels of the ways to be notified. */
export const deliveryWords = [
  { value: 'off', label: 'Off' },
  { value: 'app', label: 'In the app' },
  { value: 'mail', label: 'Immediate email' },
  { value: 'daily', label: 'Daily digest' },
  { value: 'weekly', label: 'Weekly digest' },
] as const satisfies readonly { readonly value: Delivery; readonly label: string }[];

/** The form values. */
export interface Values {
  readonly choices: Partial<Record<Kind, Delivery>>;
  readonly quiet: { readonly isOn: boolean; readonly from: string; readonly to: string };
}

/** Proposed when quiet hours are switched on. */
const NIGHT = { from: '20:00', to: '06:00' };

export const toValues = ({ items, quiet }: Choices): Values => ({
  choices: Object.fromEntries(items.map(({ kind, delivery }) => [kind, delivery])),
  quiet: { isOn: quiet !== null, ...(quiet ?? NIGHT) },
});

/** The form as request values: null for the role's default, so that later changes of the default apply. */
export const toInput = ({ choices, quiet }: Values, { items }: Choices): Input<'PUT /api/notices/choices'> => ({
  choices: Object.fromEntries(items.map(({ kind, usual }) => [kind, choices[kind] === usual ? null : choices[kind]])),
  quiet: quiet.isOn ? { from: quiet.from, to: quiet.to } : null,
});

/** The kinds of notices by heading, in the server's order. */
export function groupChoices(
  items: readonly Choice[],
): { readonly group: string; readonly items: readonly Choice[] }[] {
  const groups = [...new Set(items.map(({ group }) => group))];
  return groups.map((group) => ({ group, items: items.filter((item) => item.group === group) }));
}
