import type { Ctx } from '../domain/kernel/context.js';

/** Runs work and rolls it back: every rule applies, but nothing is stored and no one is notified. */
export async function dryRun<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const db = await ctx.db.transaction();
  try {
    return await work({ ...ctx, db });
  } finally {
    await db.rollback().catch(() => undefined); // a lost connection rolls back too, and must not hide why work failed
  }
}
