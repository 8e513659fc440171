/** A port that cannot be listened on, in words. */
export class ListenError extends Error {}
