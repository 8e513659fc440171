import { createHash } from 'node:crypto';

/** A revision number for values without one. Equal values yield the same number, the first 48 bits of their digest. */
export const fingerprint = (values: unknown): number =>
  createHash('sha256').update(JSON.stringify(values)).digest().readUIntBE(0, 6);
