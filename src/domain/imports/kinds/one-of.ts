import { z } from 'zod';

/** One of some words, read in any case and answered as it is written here. */
export const oneOf = <W extends string>(words: readonly W[]) =>
  z.string().transform((text, ctx): W => {
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (found) return found;
    ctx.addIssue({ code: 'custom', message: `one of ${words.join(', ')}` });
    return z.NEVER;
  });
