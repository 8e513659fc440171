import { expect, test } from 'vitest';
import { useWorld } from '../../domain/testing/world.js';
import { computeDigest } from './digest.js';

const world = useWorld();

test('notices a row that was rewritten or deleted, and nothing after a rollback', async () => {
  const listChanges = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = await computeDigest(world.db);
    await work();
    const after = await computeDigest(world.db);
    return Object.keys(after).filter((table) => after[table] !== before[table]);
  };
  const rewrite = { name: world.db.ref('name') };
  const undo = () =>
    world.db
      .transaction(async (tx) => {
        await tx('dealers').update(rewrite);
        throw new Error('undone');
      })
      .catch(() => undefined);
  expect(await listChanges(undo)).toEqual([]);
  const id = world.db('dealers').select('id').orderBy('id').limit(1);
  expect(await listChanges(async () => world.db('dealers').where({ id }).update(rewrite))).toContain('dealers');
  expect(await listChanges(async () => world.db('dealers').where({ id }).delete())).toContain('dealers');
});
