/**
 * Passes what a command line or a file contains as the input of a use case, which checks it and names what is wrong.
 * This is the only place that asserts its type.
 */
export const toInput = <T>(value: unknown): T => value as T; // the use case checks it, as described above
