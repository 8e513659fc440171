/**
 * What a command line or a file gives for the input of a use case, which checks it and names what is wrong. Only here it is
 * taken for one.
 */
export const toInput = <T>(given: unknown): T => given as T; // see above
