/** The default inputs, in percent; the company's shares are as they are set up. */
export const usual = { small: 60, large: 60, gp: 15, shopGp: 15, discount: 0 } as const;

/** How a query says that a percent, such as a target, is not set. */
export const NO_PERCENT = 'none';
