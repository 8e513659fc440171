import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOutside } from '../../domain/kernel/platform/outside.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { type Person, secret, useApi } from '../testing/api.js';
import { type FalseProvider, startFalseProvider } from '../testing/false-provider.js';
import { CLIENT_ID, CLIENT_SECRET, type RunningProvider, startProvider } from '../testing/oidc-provider.js';

const world = useWorld();
const outside = createOutside(secret, { SOURCE_PRIVATE_ADDRESSES: false, SSO_PRIVATE_ADDRESSES: true });
const api = useApi(world, { outside });
let provider: RunningProvider;
let liar: FalseProvider;
beforeAll(async () => {
  provider = await startProvider('http://localhost:4200/sso');
  liar = await startFalseProvider(CLIENT_ID);
});
afterAll(async () => {
  await provider.stop();
  await liar.stop();
});
afterEach(() => world.db('single_sign_on').delete());

interface Settings {
  readonly name: string;
  readonly revision: number;
}
const settings = () => ({
  ...{ name: 'Acme', issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
  fallback: { role: 'Office User', shopId: null },
});
const put = (body: object, as: Person = 'office.admin', query = '') =>
  api.call(as, 'PUT', `/api/sso${query}`, { body });
const tryOut = (body: object) => put(body, 'office.admin', '?preview=true');
const get = async () => (await api.call('office.admin', 'GET', '/api/sso')).json as { item: Settings | null };

test('a super admin sets the provider, reads it without the secret, changes the rules, and removes it', async () => {
  expect(await get()).toEqual({ item: null, redirectAddress: 'http://localhost:4200/sso' });
  const firstAnswer = await put({ ...settings(), revision: 0 });
  expect(firstAnswer).toMatchObject({
    status: 200,
    json: { msg: 'Single sign-on saved.', item: { revision: 1, users: 0 } },
  });
  expect(firstAnswer.text).not.toContain(CLIENT_SECRET);
  const { clientSecret: _, ...storedSettings } = settings();
  const rules = [{ value: 'Ridge Line', role: 'Shop User', shopId: await world.findShopId(homeShop) }];
  const changeAnswer = await put({ ...storedSettings, claim: 'groups', rules, revision: 1 });
  expect(changeAnswer.json).toMatchObject({ item: { claim: 'groups', rules, revision: 2 } });
  expect((await api.call('office.admin', 'GET', '/api/sso')).text).not.toContain(CLIENT_SECRET);
  expect((await api.call('office.admin', 'DELETE', '/api/sso')).json).toEqual({ msg: 'Single sign-on removed.' });
  expect((await get()).item).toBeNull();
});

test('a new secret alone is a change; the trail records when, never the secret', async () => {
  await put(settings());
  const again = await put(settings());
  expect(again.json).toMatchObject({ msg: 'Single sign-on saved.', item: { revision: 2 } });
  const trail: unknown[] = await world.db('audit_entries').where({ entity: 'single sign-on' });
  const onlyTheTime = { action: 'change', after: { secretSetAt: expect.any(String) as string } };
  expect(trail).toContainEqual(expect.objectContaining(onlyTheTime));
  expect(JSON.stringify(trail)).not.toContain(CLIENT_SECRET);
});

test('when two admins change it simultaneously, the second sees what the first saved', async () => {
  const answers = await Promise.all([
    put({ ...settings(), revision: 0 }),
    put({ ...settings(), name: 'Other', revision: 0 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { item } = await get();
  expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({
    code: 'stale-record',
    current: { name: item?.name, revision: 1 },
  });
  await api.call('office.admin', 'DELETE', '/api/sso');
  expect((await put({ ...settings(), revision: 1 })).json).toMatchObject({ code: 'no-single-sign-on' });
});

test('a test queries the provider, reports what an administrator should know, and stores nothing', async () => {
  const testAnswer = await tryOut({ ...settings(), claim: 'teams' });
  expect(testAnswer.json).toMatchObject({
    msg: 'Acme responded and did not reject the client.',
    findings: [
      'PUBLIC_URL is not set on the server, so the redirect address is a guess.',
      'Acme does not list the claim teams. Check that it sends it.',
    ],
  });
  expect(await get()).toMatchObject({ item: null });
  await put(settings());
  const { clientSecret: _, ...storedSettings } = settings();
  expect((await tryOut(storedSettings)).status).toBe(200);
  expect((await tryOut({ ...storedSettings, clientId: 'another' })).json).toMatchObject({
    errors: [{ path: 'clientSecret', msg: 'is required for another provider or client' }],
  });
});

test('a secret that the provider refuses is neither tested nor stored as if it worked', async () => {
  for (const send of [tryOut, put]) {
    const answer = await send({ ...settings(), clientSecret: 'not the secret' });
    expect(answer).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'clientSecret', msg: 'was rejected by Acme: it responded with invalid_client' }] },
    });
  }
  expect((await get()).item).toBeNull();
});

test('an unreachable provider is reported at the issuer; without a new secret the rules can still be changed', async () => {
  await put({ ...settings(), issuer: liar.issuer });
  liar.lies = { redirect: 'https://elsewhere.example' };
  const { clientSecret: _, ...storedSettings } = { ...settings(), issuer: liar.issuer };
  expect((await tryOut(storedSettings)).json).toMatchObject({
    errors: [{ path: 'issuer', msg: expect.stringMatching(/^cannot be used: /) as string }],
  });
  expect((await put({ ...storedSettings, name: 'Away' })).json).toMatchObject({ item: { name: 'Away' } });
  liar.lies = {};
});

test('it is not removed or replaced while no super admin could sign in without it', async () => {
  await put(settings());
  const admins = (await world.db('users').where({ super_admin: true }).select('id', 'password_hash')) as {
    readonly id: string;
    readonly password_hash: string;
  }[];
  const refusal = { status: 400, json: { errors: [{ path: '', msg: expect.stringMatching(/^No super admin/) }] } };
  await world.db('users').where({ super_admin: true }).update({ password_hash: '' });
  try {
    expect(await api.call('office.admin', 'DELETE', '/api/sso')).toMatchObject(refusal);
    expect(await put({ ...settings(), issuer: liar.issuer })).toMatchObject(refusal);
    expect((await put({ ...settings(), name: 'Acme Two' })).status).toBe(200);
  } finally {
    for (const { id, password_hash } of admins) await world.db('users').where({ id }).update({ password_hash });
  }
  expect((await put({ ...settings(), issuer: liar.issuer })).status).toBe(200);
});

test('only a super admin can read, test, set or remove it', async () => {
  await put(settings());
  for (const who of ['office.user', 'shop.admin', 'shop.user', 'builder', 'view.only'] as const) {
    const calls = [
      api.call(who, 'GET', '/api/sso'),
      put(settings(), who),
      put(settings(), who, '?preview=true'),
      api.call(who, 'DELETE', '/api/sso'),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 403, json: { code: 'permission-denied' } });
  }
});
