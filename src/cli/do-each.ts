import { exit, reportRefusal, toRefusal } from './run.js';

interface EachResult<R> {
  /** What was done, in the order of the names. */
  readonly results: readonly R[];
  /** 3 if something was refused. */
  readonly code: number | undefined;
}

/**
 * Works on names one after the other. A refusal is thrown if nothing is done yet. After that, it is reported and does
 * not stop the others, so that the exit code never says that nothing was changed.
 */
export async function doEach<R>(
  names: readonly string[],
  work: (name: string, n: number) => Promise<R>,
): Promise<EachResult<R>> {
  const results: R[] = [];
  for (const [n, name] of names.entries()) {
    try {
      results.push(await work(name, n));
    } catch (error) {
      const refusal = toRefusal(error);
      if (!refusal || results.length === 0) throw error;
      reportRefusal(name, refusal);
    }
  }
  return { results, code: results.length < names.length ? exit.refusedRows : undefined };
}
