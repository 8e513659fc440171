/** The message for a machine without Chromium. */
export const missingChromium: string;
/** The path of a working Chromium: `CHROMIUM_PATH`, or one found on the machine; null if there is none. */
export function findChromium(): string | null;
/** Like `findChromium`, but installs Chromium if it is missing (with apt as root on Debian, otherwise playwright's). */
export function ensureChromium(): string | null;
