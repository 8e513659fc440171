const CODES =
  /^(08|53|57P0|58030|57014|40P01|40001|25006)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const MESSAGES = /Connection terminated|connection timeout|timeout expired|is not queryable|Query read timeout/i;
const NO_ROOM: ReadonlySet<string | undefined> = new Set(['53100', 'ENOSPC', 'EFBIG', 'EDQUOT']);

interface Failure {
  readonly code?: string;
  readonly name?: string;
  readonly message?: string;
}

/**
 * Whether an error says that the database cannot answer now, not that it refuses: gone, restarting, full, out of
 * connections or too slow. Who asks again later may be answered.
 */
export function isAway(error: unknown): boolean {
  const { code = '', name, message = '' } = error as Failure;
  return CODES.test(code) || name === 'KnexTimeoutError' || MESSAGES.test(message);
}

/** Whether an error says that a disk is full: that of the database, or that of this machine. */
export const isFull = (error: unknown): boolean => NO_ROOM.has((error as Failure).code);
