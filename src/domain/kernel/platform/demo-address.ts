const DOMAIN = '@demo.test';

/** Whether an account is one of the demo: its password is public, so it is for the machine that it runs on. */
export const isDemoAddress = (userName: string): boolean => userName.toLowerCase().endsWith(DOMAIN);
