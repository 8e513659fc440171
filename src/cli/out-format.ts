import path from 'node:path';
import { UsageError } from './usage-error.js';

/** The format of a file of `--out`, which the ending of its name chooses. Throws a `UsageError` for other endings. */
export function getOutFormat<F extends string>(out: string, formats: readonly F[]): F {
  const ending = path.extname(out).slice(1).toLowerCase();
  const format = formats.find((one) => one === ending);
  if (format === undefined)
    throw new UsageError(`--out: ${out} must end in ${formats.map((one) => `.${one}`).join(' or ')}`);
  return format;
}
