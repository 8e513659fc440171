import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx } from './context.js';
import { Money } from './money.js';
import { service } from './service.js';
import { useWorld, type ActorName } from '../testing/world.js';

const world = useWorld();
const Input = z.object({ id: z.uuid('is not a valid ID'), amount: Money });

/** A use case that counts how often its body ran. */
function countCalls<E extends 'read' | 'write' | 'personal'>(effect: E) {
  const runs = { times: 0 };
  const call = service({
    summary: `count ${effect}`,
    permission: 'payments.write',
    effect,
    input: Input,
    output: z.object({ amount: Money }),
    run: (_, { amount }) => {
      runs.times += 1;
      return Promise.resolve({ amount });
    },
  });
  return { call, ran: runs };
}
const goodInput = { id: '01a1fb59-e501-7347-a09d-5a8f4806d9ff', amount: 12.5 };
const badInput = { id: 'x', amount: 1.234 };

describe('a call', () => {
  const refusals: readonly [string, ActorName | null, 'read' | 'write', unknown][] = [
    ['nobody signed in', null, 'read', { code: 'not-signed-in', kind: 'unauthenticated' }],
    ['a role without the permission', 'shop.admin', 'read', { code: 'permission-denied', kind: 'forbidden' }],
    ['a view-only user who would write', 'view.only', 'write', { code: 'view-only', kind: 'forbidden' }],
  ];
  test.each(refusals)('of %s is refused before its input is parsed', async (_, who, effect, refusal) => {
    const { call, ran } = countCalls(effect);
    const ctx: Ctx = who ? world.ctx(who) : { ...world.ctx('system'), actor: null };
    for (const input of [goodInput, badInput, null, 'x'])
      await expect(call(ctx, input as never)).rejects.toMatchObject(refusal as object);
    expect(ran.times).toBe(0);
  });

  test('of a view-only user may read and store personal marks', async () => {
    expect(await countCalls('read').call(world.ctx('view.only'), goodInput)).toEqual({ amount: 12.5 });
    expect(await countCalls('personal').call(world.ctx('view.only'), goodInput)).toEqual({ amount: 12.5 });
  });

  test('of a read-only API key may read, and store nothing', async () => {
    const actor = { ...world.actor('view.only'), scopes: ['payments.write'] as const };
    const key = world.ctx('view.only', { actor });
    expect(await countCalls('read').call(key, goodInput)).toEqual({ amount: 12.5 });
    for (const effect of ['write', 'personal'] as const)
      await expect(countCalls(effect).call(key, goodInput)).rejects.toMatchObject({ code: 'view-only' });
  });

  test('gets every problem of its input in one answer, with its path', async () => {
    const { call, ran } = countCalls('read');
    await expect(call(world.ctx('office.user'), badInput)).rejects.toMatchObject({
      code: 'invalid-input',
      kind: 'invalid',
      errors: [
        { path: 'id', msg: 'is not a valid ID' },
        { path: 'amount', msg: 'must be an amount in dollars with at most 2 decimals' },
      ],
    });
    expect(ran.times).toBe(0);
  });

  test('uses cents inside and dollars outside', async () => {
    const calls: number[] = [];
    const call = service({
      summary: 'cents',
      permission: 'payments.write',
      effect: 'read',
      input: Input,
      output: z.object({ amount: Money }),
      run: (_, { amount }) => {
        calls.push(amount);
        return Promise.resolve({ amount });
      },
    });
    expect(await call(world.ctx('office.user'), goodInput)).toEqual({ amount: 12.5 });
    expect(calls).toEqual([1250]);
  });
});

describe('an answer', () => {
  const answer = { name: 'Shed', cost: 1, secret: 2, lines: [{ text: 'a', secret: 3 }] };
  const Shop = z.object({ name: z.string(), lines: z.array(z.object({ text: z.string() })) });
  const use = (output: { office: z.ZodType; shop?: z.ZodType; builder?: z.ZodType }) =>
    service({
      summary: 'audiences',
      permission: 'session.use',
      effect: 'read',
      input: z.object({}),
      output,
      run: () => Promise.resolve(answer),
    });

  test("has only the fields that are declared for the caller's audience", async () => {
    const call = use({
      office: Shop.extend({ cost: z.number() }),
      shop: Shop,
      builder: z.object({ name: z.string() }),
    });
    expect(await call(world.ctx('office.user'), {})).toEqual({ name: 'Shed', cost: 1, lines: [{ text: 'a' }] });
    expect(await call(world.ctx('shop.user'), {})).toEqual({ name: 'Shed', lines: [{ text: 'a' }] });
    expect(await call(world.ctx('builder'), {})).toEqual({ name: 'Shed' });
  });

  test('is empty for an audience without declared fields', async () => {
    const call = use({ office: Shop, shop: Shop });
    await expect(call(world.ctx('builder'), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('is refused if it lacks a declared field', async () => {
    const call = use({ office: z.object({ missing: z.string() }) });
    await expect(call(world.ctx('office.user'), {})).rejects.toThrow();
  });
});

describe('a write', () => {
  const rename = (work: 'audited' | 'untraced' | 'fails after' | 'fails in the answer') =>
    service({
      summary: 'rename',
      permission: 'payments.write',
      effect: 'write',
      input: z.object({ name: z.string() }),
      output: z.object({ name: z.string() }),
      run: async (ctx, { name }) => {
        await ctx.db('companies').update({ name });
        if (work !== 'untraced') await ctx.audit({ action: 'rename', entity: 'company', after: { name } });
        await ctx.publish({ topic: 'company', shopIds: [null] });
        if (work === 'fails after') throw new Error('the roof fell in');
        return (work === 'fails in the answer' ? {} : { name }) as { name: string };
      },
    });
  const state = async () => [
    await world.db('companies').pluck('name'),
    await world.db('audit_entries').where({ action: 'rename' }).count({ n: '*' }).first(),
  ];

  test('is stored with its history entry', async () => {
    await rename('audited')(world.ctx('office.user'), { name: 'New Name' });
    expect(await state()).toEqual([['New Name'], { n: 1 }]);
    const entry = (await world
      .db('audit_entries')
      .where({ action: 'rename' })
      .first('actor_id', 'actor_name', 'via', 'entity', 'after')) as object;
    const { id, name } = world.actor('office.user');
    expect(entry).toEqual({
      actor_id: id,
      actor_name: name,
      via: 'web',
      entity: 'company',
      after: { name: 'New Name' },
    });
  });

  test.each(['untraced', 'fails after', 'fails in the answer'] as const)(
    'that is or does "%s" changes nothing',
    async (work) => {
      const before = await state();
      await expect(rename(work)(world.ctx('office.user'), { name: `${work} name` })).rejects.toThrow(
        work === 'untraced' ? /no audit entry/ : undefined,
      );
      expect(await state()).toEqual(before);
    },
  );
});

test('a text that PostgreSQL cannot store is a problem of the input, not an internal error', async () => {
  const call = service({
    summary: 'find',
    permission: 'payments.write',
    effect: 'read',
    input: z.object({ text: z.string() }),
    output: z.object({}),
    run: async (ctx, { text }) => {
      await ctx.db.raw('select ?::text', [text]);
      return {};
    },
  });
  await expect(call(world.ctx('office.user'), { text: 'a\0b' })).rejects.toMatchObject({ code: 'invalid-input' });
  expect(await call(world.ctx('office.user'), { text: 'a b' })).toEqual({});
});
