/** What an amount above the limit requires. */
export const amountNeeds = ['second person', 'Office Admin', 'super admin'] as const;
