import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateSso, deleteSso, getSso } from '../../domain/company/single-sign-on/service.js';
import { chooseRights, readName, readVerifiedEmail } from '../../domain/company/single-sign-on/rules.js';
import { beginOwnPasskey, confirmOwnPasskey } from '../../domain/company/passkeys/service.js';
import { createChallenge, readChallenge } from '../../domain/company/sessions/challenge.js';
import { findUserByName, getActor } from '../../domain/company/users/queries.js';
import { systemClock } from '../../domain/kernel/context.js';
import { createOutside } from '../../domain/kernel/platform/outside.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { openApi, secret, useApi } from '../testing/api.js';
import { type FactorPerson, makeFactorPerson, makePerson, password, post } from '../testing/factor-person.js';
import { type FalseProvider, startFalseProvider } from '../testing/false-provider.js';
import { type Answer, send } from '../testing/http.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type RunningProvider,
  startProvider,
  visitProvider,
} from '../testing/oidc-provider.js';
import { SoftPasskey } from '../testing/soft-passkey.js';

const world = useWorld();
const outside = createOutside(secret, { SOURCE_PRIVATE_ADDRESSES: false, SSO_PRIVATE_ADDRESSES: true });
const back = 'http://localhost:4200/sso';
const api = useApi(world, { openDemo: true, trustProxy: true, outside });
let provider: RunningProvider;
let liar: FalseProvider;
beforeAll(async () => {
  provider = await startProvider(back);
  liar = await startFalseProvider(CLIENT_ID);
});
afterAll(async () => {
  await provider.stop();
  await liar.stop();
});
beforeEach(async () => {
  liar.lies = {};
  await world.db('rate_limits').delete();
});

type Settings = Parameters<typeof updateSso>[1];
const admin = () => world.ctx('office.admin', { outside, clock: systemClock });
const officeUser = { role: 'Office User', shopId: null } as const;
const setUp = (more: Partial<Settings> = {}) =>
  updateSso(admin(), {
    ...{ name: 'Acme', issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
    ...{ fallback: officeUser, createsUsers: true, ...more },
  });

interface SignInStart {
  readonly address: string;
  readonly flow: string;
}
const begin = async (): Promise<SignInStart> => (await post(api.base, '/api/auth/sso', {})).json as SignInStart;
const finish = (flow: string, answer: string, headers = {}) =>
  post(api.base, '/api/auth/sso/finish', { flow, answer }, headers);
/** Signs in as a person at the provider. */
async function arrive(id: string): Promise<Answer> {
  const { address, flow } = await begin();
  return finish(flow, await visitProvider(address, id, back));
}
let people = 0;
/** A person at the provider with a verified address. */
function newPerson(more: object = {}): { id: string; email: string } {
  people += 1;
  const [id, email] = [`subject-${people}`, `person.${people}@acme.example`];
  provider.accounts.set(id, { email, email_verified: true, name: `Pat ${people}`, ...more });
  return { id, email };
}
const tokenIn = ({ json }: Answer) => (json as { token?: string }).token;
const me = (answer: Answer) =>
  send(api.base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': tokenIn(answer) ?? '' } });
const sentence = ({ json }: Answer) => (json as { msg?: string }).msg;
const lastAccess = () => world.db('access_events').where({ kind: 'sign-in' }).orderBy('id', 'desc').first();

describe('signing in with a provider', () => {
  test("adds a new person as a user without a password, and recognizes them by the provider's ID from then on", async () => {
    await setUp();
    const { id, email } = newPerson();
    const first = await arrive(id);
    expect((await me(first)).json).toMatchObject({ userName: email, name: `Pat ${people}`, role: 'Office User' });
    expect(await findUserByName(world.db, email)).toMatchObject({ hasPassword: false, superAdmin: false });
    provider.accounts.set(id, { email: 'another@acme.example', email_verified: true });
    expect((await me(await arrive(id))).json).toMatchObject({ userName: email });
    const trail = world.db('audit_entries').where({ actor_name: 'Acme (single sign-on)' }).pluck('action');
    expect(await trail).toEqual(expect.arrayContaining(['add', 'link to single sign-on']));
    expect(await lastAccess()).toMatchObject({ kind: 'sign-in', result: 'done', detail: 'by Acme (single sign-on)' });
  });

  test('binds an existing user only by a verified address', async () => {
    await setUp();
    const knownPerson = await makePerson(world, 'Office User');
    const stranger = newPerson({ email: knownPerson.userName, email_verified: false });
    expect(sentence(await arrive(stranger.id))).toBe(
      'Acme has not verified your email address. Ask your administrator.',
    );
    const missing = newPerson({ email: knownPerson.userName, email_verified: undefined });
    expect((await arrive(missing.id)).status).toBe(401);
    const right = newPerson({ email: knownPerson.userName.toUpperCase() });
    expect((await me(await arrive(right.id))).json).toMatchObject({ userName: knownPerson.userName });
    const second = newPerson({ email: knownPerson.userName });
    expect(sentence(await arrive(second.id))).toMatch(/already linked to another Acme account/);
    expect(await lastAccess()).toMatchObject({ result: 'refused' });
  });

  test('refuses people without a user here if none are added, and deactivated users', async () => {
    await setUp({ createsUsers: false });
    const { id, email } = newPerson();
    expect(sentence(await arrive(id))).toBe(`You have no account here yet. Ask your administrator to add ${email}.`);
    expect(await findUserByName(world.db, email)).toBeUndefined();
    await setUp();
    await arrive(id);
    await world.db('users').where({ user_name: email }).update({ active: false });
    expect(sentence(await arrive(id))).toBe('Your account is deactivated. Ask your administrator.');
  });

  test('gives the role and shop of the first matching rule, follows later changes, and refuses those whom no rule matches', async () => {
    const shopId = await world.findShopId(homeShop);
    const rules = [
      { value: 'Ridge Line', role: 'Shop User' as const, shopId },
      { value: 'Shed Office', ...officeUser },
    ];
    await setUp({ claim: 'groups', rules, fallback: null });
    const person = newPerson({ groups: ['Everyone', 'Ridge Line'] });
    const first = await arrive(person.id);
    expect((await me(first)).json).toMatchObject({ role: 'Shop User', shop: { name: homeShop } });
    provider.accounts.set(person.id, { email: person.email, email_verified: true, groups: ['Shed Office'] });
    expect((await me(await arrive(person.id))).json).toMatchObject({ role: 'Office User', shop: null });
    await expect.poll(async () => (await me(first)).status).toBe(401);
    provider.accounts.set(person.id, { email: person.email, email_verified: true, groups: [] });
    expect(sentence(await arrive(person.id))).toBe('Your account at Acme has no access here. Ask your administrator.');
  });

  test("never changes a super admin's rights", async () => {
    await setUp();
    const person = await makePerson(world, 'Office Admin');
    await world.db('users').where({ id: person.id }).update({ super_admin: true });
    const { id } = newPerson({ email: person.userName });
    expect((await me(await arrive(id))).json).toMatchObject({ role: 'Office Admin', superAdmin: true });
  });

  test('asks for the second factor here, unless it is left to the provider', async () => {
    await setUp();
    const now = new Date();
    const person: FactorPerson = await makeFactorPerson(world, api.base, { now, role: 'Office User' });
    const { id } = newPerson({ email: person.userName });
    const step = await arrive(id);
    expect(step.json).toMatchObject({ step: 'code', factors: ['authenticator'] });
    expect(step.headers['set-cookie']).toBeUndefined(); // a known device would have guesses of its own each time
    const { ticket } = step.json as { ticket: string };
    const code = person.codeAt(new Date(now.getTime() + 30_000));
    expect((await post(api.base, '/api/auth/code', { ticket, code })).status).toBe(200);
    await setUp({ trustsFactors: true });
    expect(tokenIn(await arrive(id))).toBeDefined();
  });

  test('ends the session that the page had open; signing out ends the new one', async () => {
    await setUp();
    const { id } = newPerson();
    const old = await arrive(id);
    const { address, flow } = await begin();
    const headers = { 'x-auth-token': tokenIn(old) ?? '', origin: api.base, 'x-session': 'cookie' };
    const signInAnswer = await finish(flow, await visitProvider(address, id, back), headers);
    expect(String(signInAnswer.headers['set-cookie'])).toMatch(/httponly/i);
    await expect.poll(async () => (await me(old)).status).toBe(401);
    const next = await arrive(id);
    await send(api.base, { method: 'DELETE', path: '/api/auth', headers: { 'x-auth-token': tokenIn(next) ?? '' } });
    await expect.poll(async () => (await me(next)).status).toBe(401);
  });
});

describe('an answer is refused with a message that reveals nothing, and logged,', () => {
  const PURPOSE = 'single sign-on';
  const plainText = /^Acme did not sign you in\. Start again; if it happens again, tell your administrator\.$/;
  const late = /^Signing in took too long, is already complete, or began in another browser\. Start again\.$/;
  /** A flow like this one with other contents. Only someone with the secret of the installation can create it. */
  const alter = (flow: string, more: object): string => {
    const { content } = readChallenge(admin(), flow, PURPOSE) ?? expect.fail();
    return createChallenge(admin(), PURPOSE, JSON.stringify({ ...(JSON.parse(content) as object), ...more }));
  };
  const expectRefused = async (answer: Answer, words: RegExp, detail: RegExp) => {
    expect(answer.status).toBe(401);
    expect(sentence(answer)).toMatch(words);
    expect(await lastAccess()).toMatchObject({
      kind: 'sign-in',
      result: 'refused',
      detail: expect.stringMatching(detail) as string,
    });
  };

  test('if it is sent a second time, immediately or later', async () => {
    await setUp();
    const { id } = newPerson();
    const { address, flow } = await begin();
    const answer = await visitProvider(address, id, back);
    expect((await finish(flow, answer)).status).toBe(200);
    await expectRefused(await finish(flow, answer), plainText, /invalid_grant/);
    await setUp({ issuer: liar.issuer }); // it accepts each code repeatedly
    const again = await begin();
    const params = new URL(again.address).searchParams;
    liar.nonce = params.get('nonce') ?? '';
    liar.lies = { claims: { sub: 'twice', email: 'twice@acme.example', email_verified: true } };
    const twice = [1, 2].map(() => finish(again.flow, `code=any&state=${params.get('state')}`));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('if it was started in another browser, or nowhere', async () => {
    await setUp();
    const { id } = newPerson();
    const [mine, theirs] = [await begin(), await begin()];
    const answer = await visitProvider(theirs.address, id, back);
    await expectRefused(await finish(mine.flow, answer), plainText, /state/);
    await expectRefused(await finish('none', answer), late, /too late/);
  });

  test('if it is older than five minutes', async () => {
    await setUp();
    const { flow } = await begin();
    const later = await openApi(world, { clock: { now: () => new Date(Date.now() + 5 * 60_000 + 1000) }, outside });
    try {
      const answer = await post(later.base, '/api/auth/sso/finish', { flow, answer: 'code=x&state=y' });
      expect(sentence(answer)).toMatch(late);
    } finally {
      await later.server.stop();
    }
  });

  test('if its nonce, its PKCE verifier or its state is another one', async () => {
    await setUp();
    const { id } = newPerson();
    for (const [more, detail] of [
      [{ nonce: 'another' }, /nonce/],
      [{ verifier: 'x'.repeat(43) }, /invalid_grant/],
      [{ state: 'another' }, /state/],
    ] as const) {
      const { address, flow } = await begin();
      await expectRefused(await finish(alter(flow, more), await visitProvider(address, id, back)), plainText, detail);
    }
  });

  test('if it names another provider (mix-up), or if the person was refused there', async () => {
    await setUp();
    const { id } = newPerson();
    const { address, flow } = await begin();
    const answer = new URLSearchParams(await visitProvider(address, id, back));
    expect(answer.get('iss')).toBe(provider.issuer);
    answer.set('iss', 'https://evil.example');
    await expectRefused(await finish(flow, answer.toString()), plainText, /iss/);
    const next = await begin();
    const state = new URL(next.address).searchParams.get('state') ?? '';
    const denial = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    await expectRefused(await finish(next.flow, denial.toString()), plainText, /access_denied/);
  });

  test('if the provider was replaced in the meantime', async () => {
    await setUp();
    const { id } = newPerson();
    const { address, flow } = await begin();
    const answer = await visitProvider(address, id, back);
    await setUp({ issuer: liar.issuer });
    await expectRefused(await finish(flow, answer), late, /too late/);
  });

  const HOUR = 3600;
  const now = () => Math.floor(Date.now() / 1000);
  test.each([
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['for another client', () => ({ claims: { aud: 'another-client' } })],
    ['for several clients, given to another', () => ({ claims: { aud: [CLIENT_ID, 'other'], azp: 'other' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { iat: now() - HOUR, exp: now() - 120 } })],
    ['of the future', () => ({ claims: { iat: now() + HOUR, nbf: now() + HOUR, exp: now() + 2 * HOUR } })],
    ['signed by another key', () => ({ isForeignKey: true })],
    ['without a signature', () => ({ isUnsigned: true })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
  ])('if its token is %s', async (_, lie) => {
    await setUp({ issuer: liar.issuer });
    const { flow, address } = await begin();
    const params = new URL(address).searchParams;
    liar.nonce = params.get('nonce') ?? '';
    liar.lies = lie();
    const answer = `code=any&state=${params.get('state')}`;
    await expectRefused(await finish(flow, answer), plainText, /./);
  });

  test.each([
    ['behind', -45],
    ['ahead', 45],
  ])('but not for a clock that is %s by less than a minute', async (_, seconds) => {
    await setUp({ issuer: liar.issuer });
    const { flow, address } = await begin();
    const params = new URL(address).searchParams;
    liar.nonce = params.get('nonce') ?? '';
    const iat = now() + seconds;
    liar.lies = { claims: { iat, exp: iat + 30, email: 'clock@acme.example', email_verified: true } };
    expect((await finish(flow, `code=any&state=${params.get('state')}`)).status).toBe(200);
  });
});

describe('if users must sign in with the provider', () => {
  test('passwords and passkeys are refused even if correct, but never for super admins', async () => {
    const person = await makePerson(world, 'Office User');
    const actor = getActor((await findUserByName(world.db, person.userName)) ?? expect.fail());
    const ctx = { ...admin(), actor };
    const device = new SoftPasskey();
    const offer = await beginOwnPasskey(ctx, { currentPassword: password });
    const sessions = { reportFactors: () => Promise.resolve() } as never; // nothing else is needed to store one
    await confirmOwnPasskey({ ...ctx, sessions }, { credential: device.make(offer) });
    await setUp({ allowsPasswords: false });
    const passwordAnswer = await post(api.base, '/api/auth', { userName: person.userName, password: 'wrong-password' });
    expect(passwordAnswer.json).toMatchObject({ code: 'invalid-credentials' });
    const right = await post(api.base, '/api/auth', { userName: person.userName, password });
    expect(right).toMatchObject({ status: 403, json: { code: 'sso-only' } });
    const challenge = (await post(api.base, '/api/auth/passkey/options', {})).json as never;
    const passkeyAnswer = await post(api.base, '/api/auth/passkey', { credential: device.sign(challenge) });
    expect(passkeyAnswer).toMatchObject({ status: 403, json: { code: 'sso-only' } });
    await world.db('users').where({ id: person.id }).update({ super_admin: true, role: 'Office Admin' });
    expect((await post(api.base, '/api/auth', { userName: person.userName, password })).status).toBe(200);
    await setUp();
  });
});

describe('setting it up', () => {
  test('encrypts the secret, and never shows it in answers, history, database or log', async () => {
    await setUp();
    const { item } = await getSso(admin(), {});
    expect(item).toMatchObject({ name: 'Acme', redirectAddress: back });
    const storedRows = [
      await world.db('single_sign_on').select('*'),
      await world.db('audit_entries').where({ entity: 'single sign-on' }),
    ];
    const setup = await send(api.base, { method: 'GET', path: '/api/setup', headers: {} });
    for (const text of [JSON.stringify(item), JSON.stringify(storedRows), setup.text, api.log.join('\n')])
      expect(text).not.toContain(CLIENT_SECRET);
    expect(setup.json).toMatchObject({ sso: { name: 'Acme' } });
    expect(setup.text).not.toContain(CLIENT_ID);
  });

  test('is refused if the provider identifies itself differently, and nothing is stored', async () => {
    await setUp();
    const expectRefusal = (more: Partial<Settings>) =>
      expect(setUp(more)).rejects.toMatchObject({ details: { errors: [{ path: expect.any(String) as string }] } });
    liar.lies = { metadata: { issuer: provider.issuer } };
    await expectRefusal({ issuer: liar.issuer, name: 'Liar' });
    liar.lies = { redirect: `${provider.issuer}/.well-known/openid-configuration` };
    await expectRefusal({ issuer: liar.issuer, clientId: 'second', name: 'Liar' });
    await expectRefusal({ issuer: 'http://127.0.0.1:1', name: 'Liar' });
    await expectRefusal({ fallback: { role: 'Shop User', shopId: null } });
    await expectRefusal({ clientId: 'other', clientSecret: undefined });
    expect((await getSso(admin(), {})).item).toMatchObject({ name: 'Acme', issuer: provider.issuer });
  });

  test('never reaches this machine or its networks, unless the operator allows it', async () => {
    const strict = createOutside(secret);
    const settings = { name: 'Acme', clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    for (const issuer of [
      provider.issuer,
      'https://127.0.0.1',
      'https://169.254.169.254',
      'https://[::1]',
      'https://10.0.0.1',
    ])
      await expect(updateSso({ ...admin(), outside: strict }, { ...settings, issuer })).rejects.toMatchObject({
        details: { errors: [{ path: 'issuer', msg: 'must be a public address that begins with https://' }] },
      });
    const rebound = {
      ...strict,
      signIn: { allowsPrivate: false, resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) },
    };
    await expect(
      updateSso({ ...admin(), outside: rebound }, { ...settings, issuer: 'https://login.example.com' }),
    ).rejects.toMatchObject({
      details: {
        errors: [{ path: 'issuer', msg: 'cannot be used: its address is not allowed' }],
      },
    });
  });

  test('is only for super admins; after its removal, its calls report that', async () => {
    await setUp();
    const user = world.ctx('office.user', { outside });
    await expect(getSso(user, {})).rejects.toMatchObject({ code: 'permission-denied' });
    await deleteSso(admin(), {});
    expect((await post(api.base, '/api/auth/sso', {})).json).toMatchObject({ code: 'no-single-sign-on' });
    expect((await send(api.base, { method: 'GET', path: '/api/setup', headers: {} })).json).toMatchObject({
      sso: null,
    });
  });

  test('an unreachable provider is named; the password still works', async () => {
    await setUp({ issuer: liar.issuer, clientId: 'away' });
    liar.lies = { redirect: 'https://elsewhere.example' };
    const strictly = await openApi(world, {
      outside: createOutside('another secret of an installation, 32+'),
      openDemo: true,
    });
    try {
      const answer = await post(strictly.base, '/api/auth/sso', {});
      expect(answer).toMatchObject({ status: 503, json: { code: 'provider-away' } });
      expect(sentence(answer)).toMatch(/^Acme cannot be reached now/);
    } finally {
      await strictly.server.stop();
    }
  });
});

test('a claim may be a text, a list, or nested; addresses and names follow the rules of our own forms', () => {
  const settings = { rules: [{ value: 'admins', ...officeUser }], fallback: null };
  for (const [claim, claims] of [
    ['groups', { groups: ['x', 'admins'] }],
    ['role', { role: 'admins' }],
    ['realm_access.roles', { realm_access: { roles: ['admins'] } }],
    ['https://acme.example/groups', { 'https://acme.example/groups': ['admins'] }],
  ] as const)
    expect(chooseRights({ claim, ...settings }, claims)).toEqual(officeUser);
  expect(chooseRights({ claim: 'groups', ...settings }, { groups: { admins: true } })).toBeNull();
  expect(chooseRights({ claim: '', ...settings }, { '': 'admins' })).toBeNull();
  expect(readVerifiedEmail({ email: 'a@b.example', email_verified: 'true' })).toBeNull();
  expect(readVerifiedEmail({ email: 'not an address', email_verified: true })).toBeNull();
  expect(readVerifiedEmail({ email: ' A@B.example', email_verified: true })).toBe('a@b.example');
  expect(readName({ name: ' Ann\u202e Acme ' })).toBe('Ann Acme');
  for (const name of ['', 'two\nlines', 'x'.repeat(201), 7, undefined]) expect(readName({ name })).toBeNull();
});
