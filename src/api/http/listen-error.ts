/** Describes why the server cannot listen on a port. */
export class ListenError extends Error {}
