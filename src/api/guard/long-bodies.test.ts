import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { useWorld } from '../../domain/testing/world.js';
import { openApi, useApi } from '../testing/api.js';
import { send } from '../testing/http.js';

const world = useWorld();
const api = useApi(world);

test.each([
  ['objects', '{}'],
  ['lists in lists', `${'['.repeat(60)}${']'.repeat(60)}`],
  ['numbers', '1'],
])('a body that is no upload and has too many values is refused: %s', async (_, value) => {
  const raw = `{"x":[${`${value},`.repeat(900_000 / (value.length + 1))}${value}]}`;
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect(
    await send(api.base, {
      method: 'POST',
      path: '/api/support/ticket',
      raw: gzipSync(raw),
      headers: { ...headers, 'x-auth-token': await api.token('shop.user') },
    }),
  ).toMatchObject({ status: 400, json: { msg: 'has more than 100,000 values; split it into smaller parts' } });
});

test('a long body keeps its turn until it is answered; further ones are refused meanwhile, short ones are not', async () => {
  const narrow = await openApi(world, { capacity: { longBodies: { atOnce: 1, each: 1, waiting: 0 } } });
  const addVendor = (name: string) =>
    narrow.call('shop.user', 'POST', '/api/vendor', { body: { name, more: 'x'.repeat(20_000) } });
  const savePreference = (more: string) =>
    narrow.call('shop.user', 'PUT', '/api/users/preferences', { body: { key: 'a', value: 1, more } });
  try {
    const first = await world.db.transaction(async (tx) => {
      await tx.raw('lock table vendors in access exclusive mode');
      const waiting = addVendor('Long one');
      await vi.waitFor(async () => {
        const { rows } = (await tx.raw('select from pg_locks where not granted')) as { rows: object[] };
        expect(rows).toHaveLength(1);
      }, 10_000);
      expect(await savePreference('x'.repeat(20_000))).toMatchObject({ status: 429, json: { code: 'busy' } });
      expect((await savePreference('x'.repeat(3000))).status).toBe(200);
      return { waiting };
    });
    expect((await first.waiting).status).toBe(201);
    expect((await savePreference('x'.repeat(20_000))).status).toBe(200);
  } finally {
    await narrow.server.stop();
  }
});
