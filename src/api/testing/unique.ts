let count = 0;
/** A unique name. */
export const unique = (what: string): string => `${what} ${(count += 1)} of the test`;
