/** Incorrect usage that commander cannot detect, such as a missing file. */
export class UsageError extends Error {}
