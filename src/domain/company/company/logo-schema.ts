import { z } from 'zod';

/** Where the company's logo is, a PNG, and its size in pixels. Another logo has another address. */
export const Logo = z.object({ url: z.string(), width: z.int(), height: z.int() });
export type Logo = z.output<typeof Logo>;
