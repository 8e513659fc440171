import { isObject } from '../../../kernel/objects.js';
import { applyMapping } from '../../../orders/intake/formats/read-file.js';
import { isStorable } from '../../reading/storable.js';
import type { SourceSettings } from '../schema.js';
import { readInstant } from '../rows/row-time.js';
import { type FieldTypes, type Notes, noteTypes } from './notes.js';

/** A row of a source with its identity. */
export interface KeyedRow {
  readonly externalId: string;
  /** When it was last changed there; null if not stated. */
  readonly rowTime: Date | null;
  /** The row as it arrived. */
  readonly row: object;
}

/** How to identify the rows of a source. */
export interface Keys {
  readonly settings: Pick<SourceSettings, 'idField' | 'timeField'>;
  /** The time zone of times without an offset. */
  readonly timeZone: string;
  /** Whether a serial number may replace an ID, as in files. */
  readonly acceptsSerial: boolean;
  readonly fieldTypes: FieldTypes;
  /** The path of the ID in a row of another format. */
  readonly mapping: Readonly<Record<string, string>> | null;
}

/** The rows of a page by ID, each once, and how many have none. */
export interface KeyedPage {
  readonly rows: readonly KeyedRow[];
  readonly nameless: number;
  readonly notes: Notes;
}

const LONGEST_ID = 200;

/** Finds the ID and the time of each row. If a row occurs twice, the later one counts. */
export function keyRows(rows: readonly unknown[], keys: Keys, before: Notes): KeyedPage {
  const byId = new Map<string, KeyedRow>();
  let notes = before;
  let nameless = 0;
  for (const row of rows) {
    const externalId = readId(row, keys);
    if (externalId === null || !isObject(row)) {
      nameless += 1;
      continue;
    }
    const time = readInstant(row[keys.settings.timeField], keys.timeZone);
    const rowTime = time === null ? null : new Date(time);
    notes = noteTypes(notes, keys.fieldTypes, { id: externalId, row });
    const earlierRow = byId.get(externalId);
    if (rowTime === null) notes = { ...notes, timeless: notes.timeless + 1 };
    if (!earlierRow || !isOlder(rowTime, earlierRow.rowTime)) byId.set(externalId, { externalId, rowTime, row });
  }
  return { rows: [...byId.values()], nameless, notes };
}

const isOlder = (one: Date | null, other: Date | null): boolean => one !== null && other !== null && one < other;

/** The ID of a row as text; null if it has none that can be stored. */
export function readId(
  row: unknown,
  { settings, acceptsSerial, mapping }: Pick<Keys, 'settings' | 'acceptsSerial' | 'mapping'>,
): string | null {
  if (!isObject(row) || Array.isArray(row)) return null;
  const fields = acceptsSerial ? [settings.idField, 'externalId', 'serialNumber'] : [settings.idField];
  const id = fields.map((field) => idText(row[field])).find((one) => one !== null);
  if (id !== undefined || !mapping) return id ?? null;
  const mappedRow = applyMapping(row, mapping);
  const names = acceptsSerial ? ['externalId', 'id', 'serialNumber'] : ['externalId', 'id'];
  return names.map((name) => idText(mappedRow[name])).find((one) => one !== null) ?? null;
}

function idText(value: unknown): string | null {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value);
  const id = typeof value === 'string' ? value.trim() : isNumber ? String(value) : '';
  return id !== '' && id.length <= LONGEST_ID && isStorable(id) ? id : null;
}
