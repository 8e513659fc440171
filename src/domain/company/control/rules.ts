/** What an amount above the limit needs. */
export const amountNeeds = ['second person', 'Office Admin', 'super admin'] as const;
