import { z } from 'zod';
import { isObject } from '../objects.js';

/**
 * A record with at most `most` names. It is refused before its values are read, because each of them could be a
 * problem to report.
 */
export function limitNames<R extends z.ZodRecord>(
  record: R,
  most: number,
  message = `must have at most ${most.toLocaleString('en-US')} fields`,
): z.ZodType<z.output<R>, z.input<R>> {
  const refuseMore = (value: unknown, ctx: z.RefinementCtx): unknown => {
    if (isObject(value) && Object.keys(value).length > most) ctx.addIssue(message);
    return value;
  };
  return z.preprocess(refuseMore, record.meta({ maxProperties: most })) as unknown as z.ZodType<
    z.output<R>,
    z.input<R>
  >; // the value is not changed before it is read
}
