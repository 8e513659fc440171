import { z } from 'zod';

/** An open session. */
export const OpenSession = z.object({
  _id: z.uuid(),
  /** The browser and the system, such as `Firefox on Windows`. */
  device: z.string(),
  /** The IP address of its last use. */
  address: z.string(),
  createdAt: z.string(),
  /** When it was last used, to within five minutes. */
  usedAt: z.string(),
  expiresAt: z.string(),
  /** Whether it is the caller's session. */
  isCurrent: z.boolean(),
});
export type OpenSession = z.output<typeof OpenSession>;
