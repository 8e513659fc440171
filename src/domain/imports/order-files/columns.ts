import type { Knex } from 'knex';
import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import type { ImportColumn, ColumnMapping } from '../reading/kind.js';
import { comparable } from '../reading/layout.js';
import { factFields, lineFields, optionalFields, requiredFields } from '../../orders/intake/formats/mapped-schema.js';
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

/** The company's stored mapping, converted to the workbench's form: field by path. */
export async function loadOrderMapping(db: Knex): Promise<ColumnMapping> {
  const byField = (await storedMapping(db)) ?? {};
  return Object.fromEntries(Object.entries(byField).map(([field, path]) => [comparable(path), field]));
}

/**
 * Saves the meaning of paths, for this file and future ones; a path without a meaning is removed. Throws
 * permission-denied.
 */
export async function saveColumnMapping(tx: WriteCtx, assigned: ColumnMapping): Promise<ColumnMapping> {
  if (Object.keys(assigned).length === 0) return loadOrderMapping(tx.db);
  if (!can(tx.actor, 'orders.mapping')) throw new DomainError('permission-denied', undefined);
  const assignedPaths = new Set(Object.keys(assigned).map(comparable));
  const otherFields = Object.entries((await storedMapping(tx.db)) ?? {}).filter(
    ([, path]) => !assignedPaths.has(comparable(path)),
  );
  const addedFields = Object.entries(assigned).flatMap(([path, field]) =>
    field === null ? [] : [[field, path] as const],
  );
  const mapping = Object.fromEntries([...otherFields, ...addedFields]);
  await storeMapping(tx, Object.keys(mapping).length > 0 ? mapping : null);
  return loadOrderMapping(tx.db);
}
