import { isObject } from '../../kernel/objects.js';
/** The sources of a change. */
export const trailSources = ['screen', 'file', 'key', 'command', 'job'] as const;
export type TrailSource = (typeof trailSources)[number];

/** The label of each source. */
export const sourceLabels: Readonly<Record<TrailSource, string>> = {
  screen: 'Screen',
  file: 'File',
  key: 'API key',
  command: 'Command',
  job: 'Background job',
};

/** The most changes that a list counts. */
export const MOST_COUNTED = 10_000;

const kindLabels: Readonly<Record<string, string>> = {
  'add-on': 'Add-on',
  'addon-category': 'Add-on category',
  'addon-labor': 'Add-on labor',
  'addon-parent-category': 'Add-on parent',
  alert: 'Notice',
  comment: 'Message',
  entity: 'Record',
  key: 'API key',
  message: 'Email',
  'repair-invoice': 'Repair or driver invoice',
  settings: 'Price settings',
  source: 'Order source',
};

/** The label of a kind of record: `material-order` is `Material order`. */
export const nameRecordKind = (kind: string): string => kindLabels[kind] ?? capitalize(kind.replaceAll('-', ' '));

/** The label of a field: `invoiceNumber` is `Invoice number`. */
export const nameField = (field: string): string =>
  capitalize(
    field
      .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
      .replaceAll(/[_-]/g, ' '),
  );

/** The label of an action: `change status` is `Change status`. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A value of the history as text: empty if there is none, and JSON if it is not a text. */
export function formatTrailValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isNamed(value)) return value.name;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value);
}

const isNamed = (value: unknown): value is { readonly name: string } =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  Object.keys(value).every((key) => key === '_id' || key === 'name');
