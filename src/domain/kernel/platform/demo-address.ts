const DOMAIN = '@demo.test';

/**
 * Whether an account is a demo account: its password is public, so it may only be used on the machine that runs the
 * demo.
 */
export const isDemoAddress = (userName: string): boolean => userName.toLowerCase().endsWith(DOMAIN);
