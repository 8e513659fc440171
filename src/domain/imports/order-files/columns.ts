import type { Knex } from 'knex';
import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import type { ImportColumn, ColumnMapping } from '../reading/kind.js';
import { comparable } from '../reading/rules.js';
import type { SheetLayout } from '../reading/schema.js';
import { factFields, lineFields, optionalFields, requiredFields } from '../../orders/intake/formats/mapped-schema.js';
import type { FieldPaths } from '../../orders/intake/formats/read-file.js';
import { storeMapping, storedMapping } from './mapping.js';

const requiredSet: ReadonlySet<string> = new Set(requiredFields);

/**
 * The order fields to which a path of another format can be mapped. Fields of a list, such as `addOns.name`, are
 * those of its lines.
 */
export const orderColumns: readonly ImportColumn[] = [
  ...requiredFields,
  ...optionalFields,
  ...lineFields,
  ...factFields,
].map((field) => ({
  ...{ header: field, field, kind: 'text', check: z.unknown() },
  ...(requiredSet.has(field) && { required: true }),
}));

/**
 * The company's stored mapping, converted to the workbench's form: field by path. Without one, paths named like a field
 * are that field.
 */
export async function loadOrderMapping(db: Knex): Promise<ColumnMapping> {
  const mapping = await storedMapping(db);
  return mapping ? toColumnMapping(mapping) : {};
}

/** Paths outside a stored mapping have no meaning, whatever their names, as for uploads and the command line. */
const toColumnMapping = (mapping: FieldPaths): ColumnMapping => ({
  ...Object.fromEntries(orderColumns.map(({ header }) => [comparable(header), null])),
  ...Object.fromEntries(Object.entries(mapping).map(([field, path]) => [comparable(path), field])),
});

/**
 * Saves the meaning of paths, for this file and future ones, with that of the file's other paths, so that uploads and
 * sources read them alike. A path without a meaning is ignored. Throws permission-denied.
 */
export async function saveColumnMapping(
  tx: WriteCtx,
  assigned: ColumnMapping,
  layouts: readonly SheetLayout[],
): Promise<ColumnMapping> {
  if (Object.keys(assigned).length === 0) return loadOrderMapping(tx.db);
  if (!can(tx.actor, 'orders.mapping')) throw new DomainError('permission-denied', undefined);
  const assignedPaths = new Set(Object.keys(assigned).map(comparable));
  const fileFields = layouts.flatMap(({ columns }) => columns.map(({ header, field }) => [field, header] as const));
  const otherFields = [...Object.entries((await storedMapping(tx.db)) ?? {}), ...fileFields].filter(
    ([, path]) => !assignedPaths.has(comparable(path)),
  );
  const assignedFields = Object.entries(assigned).map(([path, field]) => [field, path] as const);
  const mapping = Object.fromEntries(
    [...otherFields, ...assignedFields].flatMap(([field, path]) => (field === null ? [] : [[field, path] as const])),
  );
  await storeMapping(tx, mapping);
  return toColumnMapping(mapping);
}
