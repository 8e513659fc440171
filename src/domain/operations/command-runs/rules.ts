import { isKeyOf } from '../../kernel/objects.js';
/** The limits of an interval, in minutes: at most 366 days. */
export const SHORTEST_MINUTES = 5;
export const LONGEST_MINUTES = 366 * 24 * 60;

const units = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 } as const;

/** The minutes of an interval such as `30m`, `12h`, `1d` or `1w`; null if it is invalid, too short or too long. */
export function parseInterval(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text.trim()) ?? [];
  const minutes = Number(number) * (isKeyOf(units, unit) ? units[unit] : Number.NaN);
  return minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES ? minutes : null;
}

/** Formats an interval in its largest whole unit: `1 day`, `90 minutes`. */
export function formatInterval(minutes: number): string {
  const [size, word] =
    (
      [
        [units.w, 'week'],
        [units.d, 'day'],
        [units.h, 'hour'],
      ] as const
    ).find(([n]) => minutes >= n && minutes % n === 0) ?? ([1, 'minute'] as const);
  const n = minutes / size;
  return `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`;
}

/** How many minutes later than expected a command may start: a tenth of the interval, at least five. */
export const usualGrace = (everyMinutes: number): number => Math.max(5, Math.round(everyMinutes / 10));

/** The latest start of the next run, after a successful run that started at `from`. */
export const dueAfter = (
  from: Date,
  { everyMinutes, graceMinutes }: { readonly everyMinutes: number; readonly graceMinutes: number },
): Date => new Date(from.getTime() + (everyMinutes + graceMinutes) * 60_000);

/**
 * What a run means for an expected command. Exit code 3 means done with rejected rows, 4 that another run was at
 * work.
 */
export function judge(exitCode: number | null): 'good' | 'failed' | 'neither' {
  if (exitCode === 0 || exitCode === 3) return 'good';
  return exitCode === 4 ? 'neither' : 'failed';
}

const HIDDEN = '***';
const SECRET_NAME = /pass(word|phrase)?|secret|token|credential|authorization|api[-_]?key|^key$|[-_]key$/i;
/**
 * Options whose value is not a secret although their name suggests it, because they name a file or say where to read the
 * secret.
 */
const HARMLESS_NAME = /(-file|-stdin|-prompt|-with)$|^(new|backup)[-_]key$/i;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !HARMLESS_NAME.test(name);

/** A text without possible secrets: user names and passwords in addresses, and values of options named like secrets. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@'"]+@/gi, `$1${HIDDEN}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`)
    .replace(/([\w-]+)=([^\s&'"]+)/g, (whole, name: string) => (isSecretName(name) ? `${name}=${HIDDEN}` : whole));

/** The value of an option as it is recorded. */
export const keepValue = (option: string, value: string): string =>
  isSecretName(option) ? HIDDEN : withoutSecrets(value);
