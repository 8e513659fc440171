import { plural } from '../../../kernel/text/plural.js';
import { isObject } from '../../../kernel/objects.js';

/** The name of each field's type in a source's rows. */
export type FieldTypes = Readonly<Record<string, string>>;

/** A field whose type has changed. */
interface MixedField {
  readonly was: string;
  readonly is: string;
  readonly count: number;
  readonly first: string;
}

/** What is noticed while reading rows; plain data, so that a run can be resumed. */
export interface Notes {
  readonly types: FieldTypes;
  readonly mixed: Readonly<Record<string, MixedField>>;
  /** The number of rows without an ID, which were left out. */
  readonly nameless: number;
  /** The number of rows read more than once. */
  readonly repeated: number;
  /** The number of rows whose time of change cannot be read. */
  readonly timeless: number;
  /** How far the source's clock is ahead of ours, in seconds. */
  readonly clockAhead: number;
}

export const noNotes: Notes = { types: {}, mixed: {}, nameless: 0, repeated: 0, timeless: 0, clockAhead: 0 };

const MOST_FIELDS = 400;
const NOTABLE_SECONDS = 60;

function getType(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'a number' : 'true or false';
}

/** Notes the types of a row's fields against `knownTypes`, from earlier runs, and those of earlier rows. */
export function noteTypes(notes: Notes, knownTypes: FieldTypes, { id, row }: { id: string; row: object }): Notes {
  let { types, mixed } = notes; // copied only if a row has something new, which most do not
  for (const [field, value] of Object.entries(row)) {
    const is = getType(value);
    if (is === null) continue;
    const was = (Object.hasOwn(knownTypes, field) ? knownTypes[field] : undefined) ?? types[field];
    if (!Object.hasOwn(types, field) && Object.keys(types).length < MOST_FIELDS)
      types = { ...types, [field]: was ?? is };
    if (was === undefined || was === is) continue;
    const before = mixed[field];
    mixed = { ...mixed, [field]: { was, is, count: (before?.count ?? 0) + 1, first: before?.first ?? id } };
  }
  return types === notes.types && mixed === notes.mixed ? notes : { ...notes, types, mixed };
}

/** The types to expect from now on, so that a change is reported once. */
export const newestTypes = ({ types, mixed }: Notes): FieldTypes => ({
  ...types,
  ...Object.fromEntries(Object.entries(mixed).map(([field, { is }]) => [field, is])),
});

/** The findings as sentences; `types`, the known ones, is empty before the first successful run. */
export function describeNotes(notes: Notes, types: FieldTypes): string[] {
  const orders = (n: number) => `${n.toLocaleString('en-US')} ${plural(n, 'order')}`;
  const isFirst = Object.keys(types).length === 0;
  const newFields = isFirst ? [] : Object.keys(notes.types).filter((field) => !Object.hasOwn(types, field));
  const ahead = Math.abs(notes.clockAhead);
  return [
    ...Object.entries(notes.mixed).map(
      ([field, { was, is, count, first }]) =>
        `${field} is now ${is} in ${orders(count)}, first in ${first}; it was ${was} before.`,
    ),
    ...(newFields.length > 0
      ? [`New ${plural(newFields.length, 'field')}: ${newFields.slice(0, 20).join(', ')}.`]
      : []),
    ...(notes.nameless > 0 ? [`${orders(notes.nameless)} without an ID, left out.`] : []),
    ...(notes.timeless > 0 ? [`${orders(notes.timeless)} without a readable change time.`] : []),
    ...(notes.repeated > 0 ? [`${orders(notes.repeated)} arrived more than once.`] : []),
    ...(ahead >= NOTABLE_SECONDS
      ? [`The source's clock is ${Math.round(ahead / 60)} minutes ${notes.clockAhead > 0 ? 'ahead' : 'behind'}.`]
      : []),
  ];
}
