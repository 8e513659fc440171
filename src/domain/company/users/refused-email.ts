/** How many refusals in a row mark an email address as refused. */
export const REFUSED_TIMES = 3;
