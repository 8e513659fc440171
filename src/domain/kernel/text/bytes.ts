const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a number of bytes: `999 bytes`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
