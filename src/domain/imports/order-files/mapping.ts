import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { service } from '../../kernel/service.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { Mapping } from './schema.js';

export const getMapping = service({
  summary: 'Get the field mapping for uploads in other formats',
  permission: 'orders.import',
  effect: 'read',
  input: z.object({}),
  output: z.object({ mapping: z.record(z.string(), z.string()).nullable() }),
  run: async (ctx) => ({ mapping: (await storedMapping(ctx.db)) ?? null }),
});

export const updateMapping = service({
  summary: 'Save the field mapping for uploads in other formats; null deletes it',
  permission: 'orders.mapping',
  effect: 'write',
  input: z.object({ mapping: Mapping.nullable() }),
  output: z.object({ msg: z.string() }),
  run: async (ctx, { mapping }) => {
    await storeMapping(ctx, mapping);
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    return { msg: mapping ? 'Mapping saved' : 'Mapping deleted' };
  },
});

/**
 * Stores the company's mapping; null deletes it. An unchanged mapping is neither stored nor recorded in the history.
 */
export async function storeMapping(tx: WriteCtx, mapping: z.output<typeof Mapping> | null): Promise<void> {
  const before = (await storedMapping(tx.db)) ?? null;
  if (isDeepStrictEqual(before, mapping)) {
    tx.unchanged();
    return;
  }
  await tx.db('companies').update({ feed_mapping: mapping && JSON.stringify(mapping), updated_at: tx.clock.now() });
  await tx.audit({
    action: 'change upload mapping',
    entity: 'company',
    before: { mapping: before },
    after: { mapping },
  });
}

/** The company's mapping; undefined if there is none. */
export async function storedMapping(db: Knex): Promise<z.output<typeof Mapping> | undefined> {
  const row = await queryFirstRow<{ feed_mapping: Record<string, string> | null }>(
    db('companies').first('feed_mapping'),
  );
  return row?.feed_mapping ?? undefined;
}
