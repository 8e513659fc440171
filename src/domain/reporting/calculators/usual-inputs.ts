/** The default inputs, in percent; the company's shares default to its settings. */
export const usualPercents = { small: 60, large: 60, gp: 15, shopGp: 15, discount: 0 } as const;

/** The query value for a percent, such as a target, that is not set. */
export const NO_PERCENT = 'none';
