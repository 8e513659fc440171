/** The width groups of a shop's percents, as people say them. */
export const SMALL = '8, 10 and 12 wide';
export const LARGE = '14 and 16 wide';
