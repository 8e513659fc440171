import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Model } from 'objection';
import { isAway, isFull, isLostRace } from './errors.js';
import { service } from '../service.js';
import { useWorld } from '../../testing/world.js';

const world = useWorld();

/** Documents are written through models like this one. */
class UserModel extends Model {
  static override tableName = 'users';
  declare name: string;
}

/** The error of a model's write when PostgreSQL raises `code`. */
async function failureOfModel(code: string): Promise<unknown> {
  await world.db.raw(`
    create or replace function refuse_users() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '${code}'; end $$;
    create or replace trigger refuse_users before update on users for each row execute function refuse_users();`);
  try {
    return await UserModel.query(world.db)
      .patch({ name: 'Nobody' })
      .then(
        () => null,
        (error: unknown) => error,
      );
  } finally {
    await world.db.raw('drop trigger refuse_users on users; drop function refuse_users');
  }
}

describe('a failure through a model is recognized like that of a plain query', () => {
  test.each([
    ['53100', 'a full disk', isFull],
    ['53300', 'no connection left', isAway],
    ['57P01', 'a server that shuts down', isAway],
    ['40P01', 'a deadlock', isLostRace],
    ['40001', 'a serialization failure', isLostRace],
  ])('%s: %s', async (code, _, isKnown) => {
    expect(isKnown(await failureOfModel(code))).toBe(true);
  });
});

test('two writes through models that deadlock both succeed', async () => {
  const [first = '', second = ''] = (await world.db('users').orderBy('id').limit(2).pluck('id')) as string[];
  const met = meeting(2);
  let runs = 0;
  const rename = service({
    summary: 'rename two users',
    permission: 'users.manage',
    effect: 'write',
    input: z.object({ name: z.string(), order: z.array(z.uuid()) }),
    output: z.object({}),
    run: async (ctx, { name, order: [one = '', other = ''] }) => {
      runs += 1;
      await UserModel.query(ctx.db).findById(one).patch({ name });
      if (runs <= 2) await met(); // each holds the row that the other needs next
      await UserModel.query(ctx.db).findById(other).patch({ name });
      await ctx.audit({ action: 'rename', entity: 'user', id: one });
      return {};
    },
  });
  const results = await Promise.allSettled([
    rename(world.ctx('office.admin'), { name: 'One Way', order: [first, second] }),
    rename(world.ctx('office.admin'), { name: 'Other Way', order: [second, first] }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(runs).toBeGreaterThan(2); // one of them was retried, on a busy machine more than once
  expect(new Set(await world.db('users').whereIn('id', [first, second]).pluck('name')).size).toBe(1);
});

/** Resolves for every caller when `count` have called it. */
function meeting(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === count) waiting.forEach((go) => go());
    });
}
