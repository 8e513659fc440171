/** Thrown to roll back what was tried. */
class TrialResult extends Error {
  constructor(readonly result: unknown) {
    super('a preview is never saved');
  }
}

/**
 * Does work in a transaction that is then rolled back, and returns the result, so that a preview equals what is done.
 * `transact` opens the transaction.
 */
export async function tryOut<Tx, T>(
  transact: (work: (tx: Tx) => Promise<never>) => Promise<never>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transact(async (tx) => {
      throw new TrialResult(await work(tx));
    });
  } catch (error) {
    if (error instanceof TrialResult) return error.result as T; // what `work` returned
    throw error;
  }
}
