import { isObject } from '../objects.js';
const AWAY_CODES =
  /^(08|53|57P0|58030|57014|40P01|40001|25006)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const AWAY_MESSAGES = /Connection terminated|connection timeout|timeout expired|is not queryable|Query read timeout/i;
const NO_ROOM: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EFBIG', 'EDQUOT']);
const LOST_RACE: ReadonlySet<string> = new Set(['40P01', '40001']);

/** What the database or its driver reports about a failure. Fields it does not report are empty. */
export interface DatabaseError {
  readonly code: string;
  readonly constraint: string;
  readonly table: string;
  readonly detail: string;
  readonly name: string;
  readonly message: string;
}

/**
 * The database's report behind an error. Objection wraps the driver's error with the code inside, so every check of a
 * code goes through this function.
 */
export function databaseError(error: unknown): DatabaseError {
  const native = isObject(error) ? (error['nativeError'] ?? error) : {};
  const fields: Partial<Record<keyof DatabaseError, unknown>> = isObject(native) ? native : {};
  const { code, constraint, table, detail, name, message } = fields;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    code: text(code),
    constraint: text(constraint),
    table: text(table),
    detail: text(detail),
    name: text(name),
    message: text(message),
  };
}

/**
 * Whether an error means that the database cannot answer now, rather than that it refuses: unreachable, restarting,
 * full, out of connections or too slow. The same request may succeed later.
 */
export function isAway(error: unknown): boolean {
  const { code, name, message } = databaseError(error);
  return AWAY_CODES.test(code) || name === 'KnexTimeoutError' || AWAY_MESSAGES.test(message);
}

/** Whether an error means that a disk is full, the database's or this machine's. */
export const isFull = (error: unknown): boolean => NO_ROOM.has(databaseError(error).code);

/** Whether PostgreSQL ended a transaction because of a concurrent one, so that running it again may succeed. */
export const isLostRace = (error: unknown): boolean => LOST_RACE.has(databaseError(error).code);

/** The database constraint that refused a write; undefined for any other failure. */
export function getConstraint(error: unknown): string | undefined {
  return databaseError(error).constraint || undefined;
}
