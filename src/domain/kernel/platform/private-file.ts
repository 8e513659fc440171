import { stat } from 'node:fs/promises';

/** Whether anyone but its owner may read or write a file; false if it does not exist, and on Windows. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
  return (mode & 0o077) !== 0;
}
