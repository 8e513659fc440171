import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useWorld } from '../../domain/testing/world.js';
import { secret, useApi } from '../testing/api.js';

const world = useWorld();
const api = useApi(world);
const change = (id: string, body: object, who: 'office.user' | 'shop.user' = 'office.user') =>
  api.call(who, 'PUT', `/api/orders/update/${id}`, { body });
const readRevision = async (id: string) =>
  ((await world.db('orders').where({ id }).first('revision')) as { revision: number }).revision;

test('a change sent again under its key after a lost answer is made once and answered the same', async () => {
  const id = await world.createPushedOrder('Building');
  const revision = await readRevision(id);
  const headers = { 'idempotency-key': 'finished-on-the-floor' };
  const finish = (to: string) =>
    api.call('builder', 'PUT', `/api/orders/update/${id}`, { headers, body: { revision, status: to } });
  const first = await finish('Finished');
  expect(first.status).toBe(200);
  const again = await Promise.all([finish('Finished'), finish('Finished')]);
  for (const answer of again)
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: first.json });
  expect(await readRevision(id)).toBe(revision + 1);
  const entries = await world
    .db('audit_entries')
    .whereRaw('? = any(entity_ids)', [id])
    .where('action', 'change status');
  expect(entries).toHaveLength(1);
  expect((await finish('On Hold')).status).toBe(422);
});

test('a new password accepts no key, because its answer contains a token, which is never stored', async () => {
  const body = { currentPassword: 'demo-Shedworks-1', newPassword: 'another ten letters' };
  const { status } = await api.call('other.shop', 'PUT', '/api/users/password', {
    headers: { 'idempotency-key': 'password' },
    body,
  });
  expect(status).toBe(200);
  expect(await world.db('idempotency_keys').where({ key: 'password' })).toEqual([]);
});

describe('an order that another user changed in the meantime', () => {
  test('is not overwritten: 409 with who changed it and its current state', async () => {
    const id = await world.createPushedOrder('InQueue');
    const revision = await readRevision(id);
    expect((await change(id, { revision, metalOrdered: true }, 'shop.user')).status).toBe(200);
    const { status, json } = await change(id, { revision, metalOrdered: false });
    expect({ status, json }).toMatchObject({
      status: 409,
      json: {
        code: 'stale-record',
        msg: expect.stringContaining('Sam Miller') as unknown,
        current: { _id: id, revision: revision + 1, metalOrdered: true },
      },
    });
    expect(await world.db('orders').where({ id }).first('metal_ordered', 'revision')).toEqual({
      metal_ordered: true,
      revision: revision + 1,
    });
  });

  test('is changed by only one of many who start from the same state', async () => {
    const id = await world.createPushedOrder('InQueue');
    const revision = await readRevision(id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => change(id, { revision, sidingPaint: { color: `Color ${n}`, quantity: n } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await readRevision(id)).toBe(revision + 1);
  });

  test('is also detected by its status, if the change is based on that', async () => {
    const id = await world.createPushedOrder('Building');
    const { status, json } = await change(
      id,
      { status: 'Building', originalOrder: { status: 'InQueue' } },
      'shop.user',
    );
    expect({ status, json }).toMatchObject({ status: 409, json: { code: 'stale-record' } });
  });
});

describe('the same Idempotency-Key over HTTP', () => {
  const post = (key: string, body: object) =>
    api.call('office.admin', 'POST', '/api/users/add', { body, headers: { 'idempotency-key': key } });
  const clerk = (userName: string) => ({ name: 'Kim', userName, password: 'ten letters+', role: 'Office User' });

  test('gives the same answer and one effect, even concurrently; another body is 422', async () => {
    const body = clerk('kim@demo.test');
    const answers = await Promise.all([post('k-1', body), post('k-1', body), post('k-1', body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ json }) => (json as { _id: string })._id)).size).toBe(1);
    expect(await post('k-1', clerk('kim2@demo.test'))).toMatchObject({
      status: 422,
      json: { code: 'idempotency-key-reused' },
    });
    expect(await world.db('users').whereLike('user_name', 'kim%').pluck('user_name')).toEqual(['kim@demo.test']);
  });

  test('stores nothing of the request that helps to test a list of passwords', async () => {
    const body = clerk('lee@demo.test');
    expect((await post('k-2', body)).status).toBe(201);
    const { hash } = (await world.db('idempotency_keys').where({ key: 'k-2' }).first('hash')) as { hash: string };
    const request = JSON.stringify(['POST', '/api/users/add', '', body]);
    expect(hash).not.toBe(createHash('sha256').update(request).digest('hex'));
    expect(hash).not.toBe(createHmac('sha256', '').update(request).digest('hex'));
    const requests = createHmac('sha256', secret).update('requests').digest();
    expect(hash).toBe(createHmac('sha256', requests).update(request).digest('hex'));
  });
});
