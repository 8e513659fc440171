let count = 0;
/** A name nobody has yet. */
export const unique = (what: string): string => `${what} ${(count += 1)} of the test`;
