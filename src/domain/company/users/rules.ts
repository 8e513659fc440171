/** How many characters a password has. */
export const passwordLength = { min: 10, max: 200 } as const;
