import { invalid } from '../../../kernel/errors.js';
import { explainUnstorable, storableText } from '../../../imports/reading/storable.js';
import { identifier, readOrNull, text, UnreadableValue } from '../../../imports/reading/values.js';
import type { Pace } from '../../../kernel/pace.js';
import { isFeedRow, readFeed } from './feed.js';
import type { IncomingOrder, ReadingOptions, Refusal } from '../incoming.js';
import { requiredFields } from './mapped-schema.js';
import { readNative } from './native.js';
import { isObject, isPlainObject } from '../../../kernel/objects.js';

/** The rows of a file that are valid orders, the rows that are not, and the rows that a feed repeats. */
export interface ReadOrders {
  readonly orders: readonly IncomingOrder[];
  readonly refusals: readonly Refusal[];
  readonly repeated: readonly Refusal[];
}

type RawRow = Record<string, unknown>;

/** Reads the rows of a file, each in its detected format. */
export async function readOrderFile(
  rows: readonly unknown[],
  options: ReadingOptions,
  foreign: RowMapping,
  pace: Pace,
): Promise<ReadOrders> {
  const file: Reading = { orders: [], refusals: [], repeated: [], ids: new Set() };
  for (const [index, row] of rows.entries()) {
    addRow(file, row, index, (raw) => {
      const why = options.isStored ? null : explainUnstorable(raw);
      if (why !== null) throw new UnreadableValue(why);
      return readRow(raw, index, options, foreign);
    });
    if (pace.isDue()) await pace.rest();
  }
  return file;
}

/** A file being read, with the external IDs read so far. */
interface Reading {
  readonly orders: IncomingOrder[];
  readonly refusals: Refusal[];
  readonly repeated: Refusal[];
  readonly ids: Set<string>;
}

function addRow(file: Reading, row: unknown, index: number, readOrder: (row: RawRow) => IncomingOrder): void {
  const { orders, refusals, repeated, ids } = file;
  try {
    if (!isPlainObject(row)) throw new UnreadableValue('the row is not an object');
    const order = readOrder(row);
    const { serialNumber, externalId } = order;
    if (externalId && ids.has(externalId))
      return void repeated.push({ index, serialNumber, reason: `ID ${externalId} is a duplicate in this file` });
    if (externalId) ids.add(externalId);
    orders.push(order);
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    const serialNumber = isPlainObject(row) ? text(row['serialNumber']) : null;
    refusals.push({
      index,
      serialNumber: serialNumber && storableText(serialNumber),
      reason: storableText(error.message),
    });
  }
}

/** The path of each of our fields in a row of a foreign format. */
export type FieldPaths = Readonly<Record<string, string>>;
/** How to read a row; undefined if its format is known. */
export type RowMapping = (row: unknown, index: number) => FieldPaths | undefined;

function readRow(row: RawRow, index: number, options: ReadingOptions, foreign: RowMapping): IncomingOrder {
  const mappedRow = foreign(row, index);
  if (mappedRow) return { ...readNative(withKey(applyMapping(row, mappedRow)), index, options), source: row };
  return isFeedRow(row) ? readFeed(row, index, options) : readNative(row, index, options);
}

/** A mapped row with its external ID, which the mapping may also call `id`. */
const withKey = (raw: RawRow): RawRow => ({ ...raw, externalId: raw['externalId'] ?? raw['id'] });

/** The ID and the serial number by which the order of a row is found; null for one that the row lacks. */
export interface RowIdentity {
  readonly externalId: string | null;
  readonly serialNumber: string | null;
}

const identityFields = ['externalId', 'id', 'serialNumber'] as const;

/** Reads the identity of a row from the fields of its format, which `mapping` names for another format. */
export function readIdentity(row: unknown, mapping: FieldPaths | null): RowIdentity {
  if (!isPlainObject(row)) return { externalId: null, serialNumber: null };
  const raw = isKnownFormat(row) ? row : withKey(mapping ? readMapped(row, mapping, identityFields) : row);
  const read = (field: string) => readOrNull(() => identifier(field, raw[field]));
  return { externalId: read(isFeedRow(raw) ? 'id' : 'externalId'), serialNumber: read('serialNumber') };
}

/** Whether a row's format needs no mapping. */
export const isKnownFormat = (row: unknown): boolean => isPlainObject(row) && (isFeedRow(row) || isNativeRow(row));

/** Whether a row has at least one field of the native format. */
export const isPartOfNative = (row: unknown): boolean =>
  isPlainObject(row) && requiredFields.some((name) => name in row);

/** Whether a row has the fields that every native order has. */
const isNativeRow = (row: RawRow): boolean => requiredFields.every((name) => name in row);

/** The rows of a file: an array of orders, or an object with an `orders` array. Throws for anything else. */
export function readOrderRows(content: unknown): readonly unknown[] {
  const rows = isPlainObject(content) ? content['orders'] : content;
  if (!Array.isArray(rows)) throw invalid('orders', 'must be a list of orders, or an object with an "orders" list');
  if (rows.length === 0) throw invalid('orders', 'must have at least 1 order');
  if (rows.length > 50_000) throw invalid('orders', 'must have at most 50,000 orders. Split it into smaller files.');
  return rows;
}

/**
 * Converts a foreign row to the native format. Each of our fields gets the value at a path such as `building.size` or
 * `items[0].name`; a field of a list, such as `addOns.name`, uses a path through a list, such as `lines[].title`.
 */
export function applyMapping(row: RawRow, mapping: FieldPaths): RawRow {
  const fields = Object.keys(mapping).filter((field) => !field.includes('.'));
  const raw = readMapped(row, mapping, fields);
  for (const list of ['addOns', 'customAddOns']) {
    const lineFields = Object.entries(mapping).flatMap(([field, path]) => {
      const [from, at] = path.split('[].');
      return field.startsWith(`${list}.`) && from && at ? [{ name: field.slice(list.length + 1), from, at }] : [];
    });
    if (lineFields[0]) raw[list] = mappedLines(raw[list] ?? valueAt(row, lineFields[0].from), lineFields);
  }
  return raw;
}

/** The values of some mapped fields. */
const readMapped = (row: RawRow, mapping: FieldPaths, fields: readonly string[]): RawRow =>
  Object.fromEntries(
    fields.flatMap((field) => (mapping[field] === undefined ? [] : [[field, valueAt(row, mapping[field])]])),
  );

const mappedLines = (lines: unknown, lineFields: readonly { readonly name: string; readonly at: string }[]): unknown =>
  Array.isArray(lines)
    ? lines.map((line: unknown) =>
        isPlainObject(line)
          ? { ...line, ...Object.fromEntries(lineFields.map(({ name, at }) => [name, valueAt(line, at)])) }
          : line,
      )
    : lines;

function valueAt(row: RawRow, path: string): unknown {
  let value: unknown = row;
  for (const step of path
    .replace(/^\$\.?/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return null;
    value = value[step];
  }
  return value;
}
