/** What to tell a person on whose machine there is no Chromium. */
export const missingChromium: string;
/** The path of a Chromium that runs: `CHROMIUM_PATH`, else one found on the machine; null when there is none. */
export function findChromium(): string | null;
/** Like `findChromium`, but installs one first where it can (apt as root on Debian, else playwright's own). */
export function ensureChromium(): string | null;
