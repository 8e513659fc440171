import { z } from 'zod';

/** The address of the company's logo (a PNG), and its size in pixels. A different logo has a different address. */
export const Logo = z.object({ url: z.string(), width: z.int(), height: z.int() });
export type Logo = z.output<typeof Logo>;
