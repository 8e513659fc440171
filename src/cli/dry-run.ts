import type { Ctx } from '../domain/kernel/context.js';

/** Does a piece of work and takes it back: every rule is asked, nothing is stored and nobody is told. */
export async function dryRun<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const db = await ctx.db.transaction();
  try {
    return await work({ ...ctx, db });
  } finally {
    await db.rollback();
  }
}
