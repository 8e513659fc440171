import type { Knex } from 'knex';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { packageFolder } from '../../package.js';
import { newId } from './ids.js';
import { forgetOld } from '../operations/jobs/tasks.js';
import { service } from './service.js';
import { useWorld, type ActorName } from '../testing/world.js';

const world = useWorld();

/** Adds a color and returns its new ID. The same ID twice means that it was added once. */
const addColor = service({
  summary: 'Add a color',
  permission: 'payments.write',
  effect: 'write',
  input: z.object({ color: z.string(), fail: z.boolean().default(false) }),
  output: z.object({ id: z.string(), color: z.string() }),
  run: async (ctx, { color, fail }) => {
    const id = newId();
    await ctx.db('company_colors').insert({ id, kind: 'roof', color: `${color} ${id}` });
    await ctx.audit({ action: 'add', entity: 'color', id });
    if (fail) throw new Error('the paint is out');
    return { id, color };
  },
});
const removeColor = service({
  summary: 'Remove a color',
  permission: 'payments.write',
  effect: 'write',
  input: z.object({ color: z.string() }),
  output: z.object({}),
  run: async (ctx) => {
    await ctx.audit({ action: 'remove', entity: 'color' });
    return {};
  },
});

const callWithKey = (key: string, body: object, who: ActorName = 'office.user') =>
  world.ctx(who, { idempotency: { key, hash: JSON.stringify(body) } });
const add = (key: string, body: { color: string; fail?: boolean }, who?: ActorName) =>
  addColor(callWithKey(key, body, who), body);
const count = async (color: string) =>
  ((await world.db('company_colors').whereLike('color', `${color} %`).count({ n: '*' }).first()) as { n: number }).n;

describe('the same key', () => {
  test('with the same body answers the same and runs once', async () => {
    const first = await add('key-1', { color: 'Rust' });
    expect(await add('key-1', { color: 'Rust' })).toEqual(first);
    expect(await count('Rust')).toBe(1);
  });

  test('with the same body simultaneously runs once for all callers', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add('key-2', { color: 'Moss' })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await count('Moss')).toBe(1);
  });

  test('with another body, or for another call, is refused and changes nothing', async () => {
    await add('key-3', { color: 'Sand' });
    const refusal = { code: 'idempotency-key-reused', kind: 'unprocessable' };
    await expect(add('key-3', { color: 'Stone' })).rejects.toMatchObject(refusal);
    await expect(removeColor(callWithKey('key-3', { color: 'Sand' }), { color: 'Sand' })).rejects.toMatchObject(
      refusal,
    );
    expect([await count('Sand'), await count('Stone')]).toEqual([1, 0]);
  });

  test('of another user is a different key', async () => {
    const mine = await add('key-4', { color: 'Clay' });
    const theirs = await add('key-4', { color: 'Clay' }, 'office.admin');
    expect(theirs.id).not.toBe(mine.id);
    expect(await count('Clay')).toBe(2);
  });

  test('of a call that failed may be used again', async () => {
    await expect(add('key-5', { color: 'Ash', fail: true })).rejects.toThrow('the paint is out');
    expect(await count('Ash')).toBe(0);
    await add('key-5', { color: 'Ash' });
    expect(await count('Ash')).toBe(1);
  });
});

describe('the stored answers of a user', () => {
  const MB = 1024 * 1024;
  /** Characters that do not compress. */
  const long = Array.from({ length: 2 * MB }, () => Math.floor(Math.random() * 36).toString(36)).join('');
  const write = service({
    summary: 'Answer at length',
    permission: 'payments.write',
    effect: 'write',
    input: z.object({}),
    output: z.object({ id: z.string(), long: z.string() }),
    run: async (ctx) => {
      await ctx.audit({ action: 'write', entity: 'color' });
      return { id: newId(), long };
    },
  });
  const readStored = async (actor: string) =>
    (await world
      .db('idempotency_keys')
      .where({ actor })
      .first(
        world.db.raw('count(*)::int as keys, count(answer)::int as answers, sum(pg_column_size(answer))::int as bytes'),
      )) as { keys: number; answers: number; bytes: number };
  const readId = async (who: ActorName) => world.ctx(who).actor?.id ?? '';

  test('are deleted oldest first, immediately if they are long; no call runs again', async () => {
    for (let n = 0; n < 20; n++) await write(callWithKey(`long-${n}`, {}, 'office.admin'), {});
    const { answers, bytes } = await readStored(await readId('office.admin'));
    expect(bytes).toBeLessThan(22 * MB);
    expect(answers).toBeGreaterThan(5);
    const audit = async () => (await world.db('audit_entries').where({ action: 'write' })).length;
    expect(await audit()).toBe(20);
    await expect(write(callWithKey('long-0', {}, 'office.admin'), {})).rejects.toMatchObject({
      code: 'answer-forgotten',
      kind: 'conflict',
    });
    const last = await write(callWithKey('long-19', {}, 'office.admin'), {});
    expect(await write(callWithKey('long-19', {}, 'office.admin'), {})).toEqual(last);
    expect(await audit()).toBe(20);
  });

  test('if short, are deleted by the sweep with their keys; those of other users stay', async () => {
    const mine = await add('kept', { color: 'Pine' }, 'office.user');
    const actor = await readId('office.admin');
    await world.db.raw(
      `insert into idempotency_keys (actor, key, what, hash, answer, at)
         select ?, 'flood-' || n, 'x', 'x', '{}', now() + n * interval '1 second' from generate_series(1, 60000) n`,
      [actor],
    );
    await forgetOld(world.db, new Date());
    expect(await readStored(actor)).toMatchObject({ keys: 50_000 });
    expect(await add('kept', { color: 'Pine' }, 'office.user')).toEqual(mine);
  });
});

test('the migration of older answers forgets the tokens of new sessions, not that the call was made', async () => {
  const what = 'End every other session of the signed-in user on every server; this one gets a new token';
  const stored = { actor: 'migrated', hash: 'x', answer: '{"token":"x"}' };
  await world.db('idempotency_keys').insert([
    { ...stored, key: 'token', what },
    { ...stored, key: 'other', what: 'Add a color' },
  ]);
  const file = new URL('migrations/20261129110000_erased_words.js', packageFolder).href;
  const { up, down } = (await import(file)) as Readonly<Record<'up' | 'down', (db: Knex) => Promise<void>>>;
  await down(world.db);
  await up(world.db);
  const answers = world.db('idempotency_keys').where({ actor: 'migrated' }).orderBy('key').select('key', 'answer');
  expect(await answers).toEqual([
    { key: 'other', answer: { token: 'x' } },
    { key: 'token', answer: null },
  ]);
});

test('without a key every call runs as often as requested', async () => {
  await addColor(world.ctx('office.user'), { color: 'Snow' });
  await addColor(world.ctx('office.user'), { color: 'Snow' });
  expect(await count('Snow')).toBe(2);
});
