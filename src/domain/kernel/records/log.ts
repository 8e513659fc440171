import type { Knex } from 'knex';
import type { z } from 'zod';
import type { ActorCtx } from '../context.js';
import type { Permission } from '../rights/permissions.js';
import { service } from '../service.js';
import { getList } from './page.js';

interface Log<I extends z.ZodType, R extends z.ZodType> {
  readonly summary: string;
  readonly permission: Permission;
  readonly input: I;
  readonly row: R;
  /** Throws not-found unless the actor may see the record. */
  readonly need: (ctx: ActorCtx, id: string) => Promise<unknown>;
  /** The requested page, newest first. */
  readonly find: (db: Knex, input: z.output<I>) => Promise<z.output<ReturnType<typeof getList<R>>>>;
}

/** The use case that lists the log of a record, such as its runs, page by page. */
export const serviceToListLog = <I extends z.ZodType<{ readonly id: string }>, R extends z.ZodType>({
  row,
  need,
  find,
  ...use
}: Log<I, R>) =>
  service({
    ...use,
    effect: 'read',
    output: getList(row),
    run: async (ctx, input) => {
      await need(ctx, input.id);
      return find(ctx.db, input);
    },
  });
