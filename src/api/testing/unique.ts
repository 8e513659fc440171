let count = 0;
/** A unique name. */
export const makeUnique = (what: string): string => `${what} ${(count += 1)} of the test`;
