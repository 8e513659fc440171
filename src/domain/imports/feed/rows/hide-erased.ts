import type { Knex } from 'knex';
import { queryRows } from '../../../kernel/database/rows.js';
import { isObject } from '../../../kernel/objects.js';
import { type FieldPaths, readIdentity } from '../../../orders/intake/formats/read-file.js';

/** The fields of a row that contain customer data, the same as in the database function `without_person`. */
const personal =
  /^(customer(?!source$)|buyer|deliver(y)?_?(address|line|city|state|zip)|billing|phone|email|first_?name|last_?name)/i;
const NAME = /^customer(_?name)?$/i;

/** A copy of a value without customer data. */
function withoutPerson(value: unknown, isPersonal: (key: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withoutPerson(one, isPersonal));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!isPersonal(key)) return [key, withoutPerson(one, isPersonal)];
      return [key, NAME.test(key) && typeof one === 'string' ? 'Erased' : null];
    }),
  );
}

/**
 * Rows of a source in which erased customer data is erased again, so that importing them does not restore it. A row
 * belongs to an erased order if it has the order's ID at the source, or its serial number.
 */
export async function hideErased(
  db: Knex,
  rows: readonly unknown[],
  mapping: FieldPaths | null,
): Promise<readonly unknown[]> {
  const erasedRows = await queryRows<{ external_id: string | null; serial_number: string }>(
    db('erased_customers').select('external_id', 'serial_number'),
  );
  if (erasedRows.length === 0) return rows;
  const erasedIds = new Set(erasedRows.map(({ external_id }) => external_id));
  const erasedSerials = new Set(erasedRows.map(({ serial_number }) => serial_number.toLowerCase()));
  const mappedFields = new Set(
    Object.entries(mapping ?? {}).flatMap(([field, path]) =>
      personal.test(field) ? [path.split(/[.[]/)[0] ?? ''] : [],
    ),
  );
  const isPersonal = (key: string) => personal.test(key) || mappedFields.has(key);
  const isErased = (row: object) => {
    const { externalId, serialNumber } = readIdentity(row, mapping);
    return (
      (externalId !== null && erasedIds.has(externalId)) ||
      (serialNumber !== null && erasedSerials.has(serialNumber.toLowerCase()))
    );
  };
  return rows.map((row) => (isObject(row) && isErased(row) ? withoutPerson(row, isPersonal) : row));
}
