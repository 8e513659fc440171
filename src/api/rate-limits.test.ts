import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../domain/demo/accounts.js';
import { useWorld } from '../domain/testing/world.js';
import { openApi, useApi, type Api } from './testing/api.js';

const world = useWorld();
const one = useApi(world);
let two: Api;
beforeAll(async () => {
  two = await openApi(world);
});
afterAll(() => two.server.stop());
beforeEach(() => world.db('rate_limits').delete());

const signIn = (api: Api, password: string) =>
  api.call(null, 'POST', '/api/auth', { body: { userName: 'office.user@demo.test', password } });

describe('two servers on one database count together', () => {
  test('failed sign-ins, also when they come at once', async () => {
    const failures = await Promise.all(
      Array.from({ length: 10 }, (_, n) => signIn(n % 2 ? one : two, 'wrong-password')),
    );
    expect(failures.map(({ status }) => status)).toEqual(failures.map(() => 401));
    for (const api of [one, two]) expect((await signIn(api, demoPassword)).status).toBe(429);
  });

  test('uploads: sixty a minute from one person, preview or not', async () => {
    const upload = (api: Api, who: 'office.user' | 'office.admin') =>
      api.call(who, 'POST', '/api/orders?preview=true', { body: { orders: [] } });
    const statuses: number[] = [];
    for (let n = 0; n < 60; n++) statuses.push((await upload(n % 2 ? one : two, 'office.user')).status);
    expect(statuses).not.toContain(429);
    for (const api of [one, two]) {
      const refused = await upload(api, 'office.user');
      expect(refused).toMatchObject({ status: 429, json: { code: 'too-many-attempts' } });
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect((await upload(one, 'office.admin')).status).not.toBe(429);
  });
});
