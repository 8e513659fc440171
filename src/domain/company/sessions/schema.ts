import { z } from 'zod';

/** A session that is open. */
export const OpenSession = z.object({
  _id: z.uuid(),
  /** The browser and the system, such as `Firefox on Windows`. */
  device: z.string(),
  /** The IP address that it was used from last. */
  address: z.string(),
  createdAt: z.string(),
  /** When it was used last, within five minutes. */
  usedAt: z.string(),
  expiresAt: z.string(),
  /** Whether it is the session that asks. */
  isCurrent: z.boolean(),
});
export type OpenSession = z.output<typeof OpenSession>;
