/** The limits of time and size for a source. */
export interface FeedLimits {
  /** One page, from the request to its last byte. */
  readonly pageMs: number;
  /** The longest pause between two bytes. */
  readonly idleMs: number;
  readonly pageBytes: number;
  /** How many times one page is requested. */
  readonly tries: number;
  /** Reading a whole source, from the start of its run. */
  readonly runMs: number;
}

export const feedLimits: FeedLimits = {
  pageMs: 60_000,
  idleMs: 20_000,
  pageBytes: 50 * 1024 * 1024,
  tries: 6,
  runMs: 3_600_000,
};
