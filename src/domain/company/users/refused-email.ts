/** From how many refusals in a row an email address is marked at its user. */
export const REFUSED_TIMES = 3;
