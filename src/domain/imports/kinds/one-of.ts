import { z } from 'zod';

/** Accepts one of some words, ignoring case, and returns it in its canonical spelling. */
export const expectOneOf = <W extends string>(words: readonly W[]) =>
  z.string().transform((text, ctx): W => {
    const match = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (match) return match;
    ctx.addIssue({ code: 'custom', message: `one of ${words.join(', ')}` });
    return z.NEVER;
  });
