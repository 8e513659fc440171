const DOMAIN = '@demo.test';

/**
 * Whether an account is a demo account. Its password is public, so it may be used only on the machine that runs the
 * demo.
 */
export const isDemoAddress = (userName: string): boolean => userName.toLowerCase().endsWith(DOMAIN);
