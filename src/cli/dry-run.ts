import type { Ctx } from '../domain/kernel/context.js';

/** Does a piece of work and rolls it back: every rule applies, nothing is stored and nobody is notified. */
export async function dryRun<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const db = await ctx.db.transaction();
  try {
    return await work({ ...ctx, db });
  } finally {
    await db.rollback();
  }
}
