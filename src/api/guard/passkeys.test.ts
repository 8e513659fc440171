import type { z } from 'zod';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPasskeyHost } from '../../domain/company/passkeys/host.js';
import type { CreationOptions, RequestOptions } from '../../domain/company/passkeys/schema.js';
import { createOutside } from '../../domain/kernel/platform/outside.js';
import { resetFactors } from '../../domain/messaging/notices/reset-factors.js';
import { forgetOld } from '../../domain/operations/jobs/tasks.js';
import { limit } from '../../domain/testing/patience.js';
import { useWorld } from '../../domain/testing/world.js';
import { secret, readToken, useApi } from '../testing/api.js';
import { getTicket, makeFactorPerson, makePerson, password, post } from '../testing/factor-person.js';
import { type Answer, send } from '../testing/http.js';
import { SoftPasskey } from '../testing/soft-passkey.js';

const world = useWorld();
let now = new Date('2026-11-24T09:00:10Z');
const wait = (seconds: number): Date => (now = new Date(now.getTime() + seconds * 1000));
const api = useApi(world, { clock: { now: () => now }, trustProxy: true, openDemo: true });
beforeAll(() => import('@simplewebauthn/server')); // the server loads the library at the first passkey, which takes a while
beforeEach(async () => {
  wait(1);
  await world.db('rate_limits').delete();
});

type Creation = z.output<typeof CreationOptions>;
type Request = z.output<typeof RequestOptions>;
interface Person {
  readonly id: string;
  readonly userName: string;
}

const asPerson = async ({ userName }: Person) => ({ 'x-auth-token': await readToken(world, userName) });
const begin = async (person: Person): Promise<Creation> =>
  (await post(api.base, '/api/factors/passkey', { currentPassword: password }, await asPerson(person)))
    .json as Creation;
const confirm = async (person: Person, credential: object, name = '') =>
  post(api.base, '/api/factors/passkey/confirm', { name, credential }, await asPerson(person));
const getFactors = async (person: Person) =>
  (await send(api.base, { method: 'GET', path: '/api/factors', headers: await asPerson(person) })).json as {
    passkeys: { _id: string; name: string; usedAt: string | null }[];
    passkeyHost: string | null;
    recoveryCodesLeft: number;
  };
const options = async (ticket?: string): Promise<Request> =>
  (await post(api.base, '/api/auth/passkey/options', { ticket })).json as Request;
const signIn = (credential: object, ticket?: string, headers = {}) =>
  post(api.base, '/api/auth/passkey', { ticket, credential }, headers);
const findAccess = ({ id }: Person) =>
  world.db('access_events').where({ user_id: id }).orderBy(['at', 'id']).select('kind', 'result', 'detail');
const getCode = ({ json }: Answer) => (json as { code?: string }).code;

/** A user with a passkey. */
async function make(): Promise<{ person: Person; device: SoftPasskey; recoveryCodes: string[] }> {
  const person = await makePerson(world);
  const device = new SoftPasskey();
  const { json, text } = await confirm(person, device.make(await begin(person)), 'Blue key');
  const { recoveryCodes } = json as { recoveryCodes?: string[] };
  if (!recoveryCodes) throw new Error(text);
  return { person, device, recoveryCodes };
}

describe('setting up a passkey', () => {
  test('requires the password and user verification by the device; the first factor comes with recovery codes', async () => {
    const person = await makePerson(world);
    const headers = await asPerson(person);
    const refusal = await post(api.base, '/api/factors/passkey', { currentPassword: 'wrong' }, headers);
    expect(refusal).toMatchObject({ status: 400, json: { errors: [{ path: 'currentPassword' }] } });
    const offer = await begin(person);
    expect(offer).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.userName },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(offer.user.id).not.toContain(person.userName);
    const device = new SoftPasskey();
    const confirmation = await confirm(person, device.make(offer), 'Blue key');
    expect((confirmation.json as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    const other = new SoftPasskey();
    const second = await begin(person);
    expect(second.excludeCredentials).toMatchObject([{ id: device.id }]);
    const nameAnswer = await post(
      api.base,
      '/api/factors/passkey/confirm',
      { credential: other.make(second) },
      { ...headers, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' },
    );
    expect(nameAnswer.json).toMatchObject({ msg: 'Passkey added.', recoveryCodes: null });
    expect(await getFactors(person)).toMatchObject({
      passkeyHost: 'localhost',
      passkeys: [{ name: 'Blue key' }, { name: 'Firefox on Windows' }],
      recoveryCodesLeft: 10,
    });
    expect(await findAccess(person)).toContainEqual({
      kind: 'factor',
      result: 'done',
      detail: 'added a passkey: Blue key',
    });
    const mails = world.db('outbox_messages').whereRaw(`payload->>'to' = ?`, [person.userName]);
    expect(await mails).toHaveLength(2);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { host: 'evil.example' }],
    ['of a device that did not see its owner', { isVerified: false }],
    ['that is an answer to a sign-in', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_, otherwise) => {
    const person = await makePerson(world);
    const refusal = await confirm(person, new SoftPasskey().make(await begin(person), otherwise));
    expect(refusal).toMatchObject({ status: 400, json: { errors: [{ path: 'credential' }] } });
    expect((await getFactors(person)).passkeys).toEqual([]);
  });

  test('refuses a challenge of another user, one that was used, and one that is too old', async () => {
    const [person, other] = [await makePerson(world), await makePerson(world)];
    expect((await confirm(person, new SoftPasskey().make(await begin(other)))).status).toBe(400);
    const offer = await begin(person);
    expect((await confirm(person, new SoftPasskey().make(offer))).status).toBe(200);
    expect((await confirm(person, new SoftPasskey().make(offer))).status).toBe(400);
    const old = await begin(person);
    wait(5 * 60 + 1);
    expect((await confirm(person, new SoftPasskey().make(old))).status).toBe(400);
    expect((await getFactors(person)).passkeys).toHaveLength(1);
  });
});

describe('signing in with a passkey', () => {
  test('without a password: the device identifies the user, whose last use is shown', async () => {
    const { person, device } = await make();
    const challenge = await options();
    expect(challenge).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    const { status, json } = await signIn(device.sign(challenge));
    expect(status).toBe(200);
    const headers = { 'x-auth-token': (json as { token: string }).token };
    const me = await send(api.base, { method: 'GET', path: '/api/auth', headers });
    expect(me.json).toMatchObject({ userName: person.userName });
    expect((await getFactors(person)).passkeys).toMatchObject([{ usedAt: now.toISOString() }]);
    expect(await findAccess(person)).toContainEqual({
      kind: 'sign-in',
      result: 'done',
      detail: 'by passkey: Blue key',
    });
  });

  test("after the password: only passkeys of the ticket's user are accepted, and the ticket ends", async () => {
    const [{ person, device }, other] = [await make(), await make()];
    const ticket = await getTicket(api.base, person.userName);
    const challenge = await options(ticket);
    expect(challenge.allowCredentials).toMatchObject([{ id: device.id }]);
    expect(getCode(await signIn(other.device.sign(challenge), ticket))).toBe('invalid-passkey');
    expect((await signIn(device.sign(challenge), ticket)).status).toBe(200);
    expect(getCode(await signIn(device.sign(challenge), ticket))).toBe('invalid-passkey');
    const next = await post(api.base, '/api/auth/passkey/options', { ticket });
    expect(getCode(next)).toBe('ticket-over');
  });

  test('with only the password gives no session, and lists the factors to continue with', async () => {
    const { person } = await make();
    const first = await post(api.base, '/api/auth', { userName: person.userName, password });
    expect(first.json).toMatchObject({ step: 'code', factors: ['passkey'] });
    const bothPerson = await makeFactorPerson(world, api.base, { now: wait(90) });
    const offer = await begin(bothPerson);
    await confirm(bothPerson, new SoftPasskey().make(offer));
    const ticketAnswer = await post(api.base, '/api/auth', { userName: bothPerson.userName, password });
    expect(ticketAnswer.json).toMatchObject({ factors: ['authenticator', 'passkey'] });
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page of another port that is not a web page', { origin: 'http://localhost:4200.evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['a device that did not see its owner', { isVerified: false }],
    ['a set-up in place of a sign-in', { type: 'webauthn.create' }],
  ])('refuses the answer to %s with the same message, and logs it', async (_, otherwise) => {
    const { person, device } = await make();
    const refusal = await signIn(device.sign(await options(), otherwise));
    const unknown = await signIn(new SoftPasskey().sign(await options()));
    const withoutId = ({ status, json }: Answer) => ({ status, json: { ...(json as object), requestId: '' } });
    expect(refusal.status).toBe(401);
    expect(withoutId(refusal)).toEqual(withoutId(unknown));
    expect((await findAccess(person)).at(-1)).toMatchObject({ kind: 'sign-in', result: 'refused' });
  });

  test('an answer works once, even if sent twice at the same moment', async () => {
    const { person, device } = await make();
    const answer = device.sign(await options());
    const statuses = (await Promise.all([signIn(answer), signIn(answer), signIn(answer)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401, 401]);
    expect((await signIn(answer)).status).toBe(401);
    const notices = await world.db('notifications').where({ user_id: person.id }).pluck<string[]>('content');
    expect(notices.filter((text) => text.includes('a copy of your passkey'))).toEqual([]); // repeating it is not reported as a copied passkey
  });

  test('refuses a challenge that is too old, forged, or for another purpose', async () => {
    const { person, device } = await make();
    const ticket = await getTicket(api.base, person.userName);
    const forTicket = await options(ticket);
    expect((await signIn(device.sign(forTicket))).status).toBe(401);
    expect((await signIn(device.sign(await options()), ticket)).status).toBe(401);
    const offer = await begin(person);
    const setUp = { ...(await options()), challenge: offer.challenge };
    expect((await signIn(device.sign(setUp))).status).toBe(401);
    expect((await signIn(device.sign({ ...setUp, challenge: 'bWFkZSB1cA' }))).status).toBe(401);
    const old = await options();
    wait(5 * 60 + 1);
    expect((await signIn(device.sign(old))).status).toBe(401);
  });

  test('a copied passkey is refused by its counter; its owner is notified, and can continue with the original', async () => {
    const { person, device } = await make();
    expect((await signIn(device.sign(await options(), { counter: 9 }))).status).toBe(200);
    expect((await signIn(device.sign(await options(), { counter: 9 }))).status).toBe(401);
    expect((await signIn(device.sign(await options(), { counter: 3 }))).status).toBe(401);
    expect((await findAccess(person)).at(-1)).toMatchObject({
      detail: expect.stringMatching(/may have been copied/) as string,
    });
    const notices = await world.db('notifications').where({ user_id: person.id }).orderBy('id').pluck('content');
    expect(notices.at(-1)).toMatch(/^Someone tried to sign in with a copy of your passkey Blue key/);
    expect((await signIn(device.sign(await options(), { counter: 10 }))).status).toBe(200);
  });

  test('a passkey without a counter, as on several devices, can sign in repeatedly', async () => {
    const person = await makePerson(world);
    const device = new SoftPasskey();
    await confirm(person, device.make(await begin(person), { counter: 0 }));
    for (let n = 0; n < 2; n++) expect((await signIn(device.sign(await options(), { counter: 0 }))).status).toBe(200);
  });

  test('no longer works for a deactivated user, and after a reset', async () => {
    const [deletedUser, reset] = [await make(), await make()];
    await world.db('users').where({ id: deletedUser.person.id }).update({ active: false });
    expect((await signIn(deletedUser.device.sign(await options()))).status).toBe(401);
    await resetFactors(world.ctx('office.admin'), { id: reset.person.id });
    expect((await signIn(reset.device.sign(await options()))).status).toBe(401);
    const passwordAnswer = await post(api.base, '/api/auth', { userName: reset.person.userName, password });
    expect(Object.keys(passwordAnswer.json as object)).toEqual(['token']);
    expect(await world.db('recovery_codes').where({ user_id: reset.person.id })).toEqual([]);
  });

  test('ends the session that the same page had open, and is refused from another page', async () => {
    const { person, device } = await make();
    const old = await asPerson(person);
    const page = { origin: api.base, 'x-session': 'cookie' };
    const foreign = await signIn(device.sign(await options()), undefined, { ...page, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const signInAnswer = await signIn(device.sign(await options()), undefined, { ...page, ...old });
    expect(String(signInAnswer.headers['set-cookie'])).toMatch(/session-[0-9a-f]{8}=[^;]+;.*httponly/i);
    const before = () => send(api.base, { method: 'GET', path: '/api/auth', headers: old });
    await expect.poll(async () => (await before()).status).toBe(401);
  });

  test('failures count against their address, never against the user', async () => {
    const { device } = await make();
    const otherAddress = { 'x-forwarded-for': '198.51.100.77' };
    const answers = [];
    for (let n = 0; n < 101; n++)
      answers.push(
        (await signIn(device.sign({ ...(await options()), challenge: 'eA' }), undefined, otherAddress)).status,
      );
    expect(answers.at(-1)).toBe(429);
    expect((await signIn(device.sign(await options()), undefined, { 'x-forwarded-for': '198.51.100.78' })).status).toBe(
      200,
    );
  });

  test('requesting a challenge stores nothing, and used ones are deleted in time', async () => {
    const { device } = await make();
    const challenge = await options();
    const count = async () => (await world.db('used_challenges').select('id')).length;
    const before = await count();
    await options();
    expect(await count()).toBe(before);
    await signIn(device.sign(challenge));
    expect(await count()).toBe(before + 1);
    await forgetOld(world.db, wait(5 * 60));
    expect(await count()).toBeGreaterThan(0);
    await forgetOld(world.db, wait(5 * 60 + 1));
    expect(await count()).toBe(0);
  });
});

describe('removing a passkey', () => {
  test('requires the password; codes end with the last factor, which a role that requires one keeps', async () => {
    const { person, device } = await make();
    const [{ _id = '' } = {}] = (await getFactors(person)).passkeys;
    const headers = await asPerson(person);
    const remove = (currentPassword: string, id = _id, as = headers) =>
      post(api.base, `/api/factors/passkey/${id}/remove`, { currentPassword }, as);
    expect((await remove('wrong')).status).toBe(400);
    const stranger = await make();
    expect((await remove(password, _id, await asPerson(stranger.person))).status).toBe(404);
    await world.db('companies').update({ factor_roles: ['Shop User'] });
    try {
      expect(getCode(await remove(password))).toBe('factor-required');
    } finally {
      await world.db('companies').update({ factor_roles: [] });
    }
    expect((await remove(password)).json).toMatchObject({ msg: 'Passkey removed.' });
    expect(await getFactors(person)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await signIn(device.sign(await options()))).status).toBe(401);
  });

  test('and the authenticator simultaneously leaves one of them if the role requires a factor', async () => {
    const person = await makeFactorPerson(world, api.base, { now: wait(90) });
    await confirm(person, new SoftPasskey().make(await begin(person)));
    const [{ _id = '' } = {}] = (await getFactors(person)).passkeys;
    const headers = await asPerson(person);
    const findWaiting = () =>
      world
        .db('pg_stat_activity')
        .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
        .pluck('pid') as unknown as Promise<unknown[]>;
    await world.db('companies').update({ factor_roles: ['Shop User'] });
    try {
      const removals = await world.db.transaction(async (held) => {
        for (const table of ['passkeys', 'authenticators'])
          await held(table).where({ user_id: person.id }).forUpdate().select('user_id');
        const begun = [`passkey/${_id}`, 'authenticator'].map((path) =>
          post(api.base, `/api/factors/${path}/remove`, { currentPassword: password }, headers),
        );
        await expect.poll(findWaiting, { timeout: limit(5000) }).toHaveLength(2);
        return begun;
      });
      const statuses = (await Promise.all(removals)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409]);
    } finally {
      await world.db('companies').update({ factor_roles: [] });
    }
  });

  test('with another factor left, recovery codes stay', async () => {
    const person = await makeFactorPerson(world, api.base, { now: wait(90) });
    await confirm(person, new SoftPasskey().make(await begin(person)));
    const [{ _id = '' } = {}] = (await getFactors(person)).passkeys;
    const headers = await asPerson(person);
    await post(api.base, `/api/factors/passkey/${_id}/remove`, { currentPassword: password }, headers);
    expect(await getFactors(person)).toMatchObject({ passkeys: [], recoveryCodesLeft: 10 });
    await post(api.base, '/api/factors/authenticator/remove', { currentPassword: password }, headers);
    expect(await getFactors(person)).toMatchObject({ recoveryCodesLeft: 0 });
  });
});

test('a role that requires a factor leads to a passkey, which is created with the ticket, gives codes, and signs in', async () => {
  const person = await makePerson(world, 'Builder');
  await world.db('companies').update({ factor_roles: ['Builder'] });
  try {
    const ticket = await getTicket(api.base, person.userName);
    const offer = (await post(api.base, '/api/auth/passkey/enroll', { ticket })).json as Creation;
    const finish = (credential: object) => post(api.base, '/api/auth/passkey/enroll/confirm', { ticket, credential });
    expect(getCode(await finish(new SoftPasskey().make(offer, { isVerified: false })))).toBe('invalid-passkey');
    const device = new SoftPasskey();
    const finishAnswer = await finish(device.make(offer));
    expect(finishAnswer.json).toMatchObject({ token: expect.any(String) as string });
    expect((finishAnswer.json as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect(getCode(await finish(new SoftPasskey().make(offer)))).toBe('ticket-over');
    expect((await signIn(device.sign(await options()))).status).toBe(200);
  } finally {
    await world.db('companies').update({ factor_roles: [] });
  }
});

test('a recovery code can replace a lost passkey', async () => {
  const { person, recoveryCodes } = await make();
  const ticket = await getTicket(api.base, person.userName);
  expect((await post(api.base, '/api/auth/code', { ticket, code: recoveryCodes[0] ?? '' })).status).toBe(200);
});

test('passkeys belong to the host of PUBLIC_URL, with TLS', () => {
  const hostAt = (PUBLIC_URL?: string) =>
    findPasskeyHost({ outside: createOutside(secret, { SOURCE_PRIVATE_ADDRESSES: false, PUBLIC_URL }) });
  const office = hostAt('https://office.example.com');
  expect(office?.id).toBe('office.example.com');
  expect(office?.accepts('https://office.example.com')).toBe(true);
  for (const origin of ['http://office.example.com', 'https://office.example.com:8443', 'https://example.com', 'null'])
    expect(office?.accepts(origin)).toBe(false);
  expect(hostAt('http://office.example.com')).toBeNull();
  expect(hostAt('https://192.0.2.7')).toBeNull();
  expect(hostAt('https://[2001:db8::1]')).toBeNull();
  expect(hostAt()?.accepts('http://localhost:4200')).toBe(true);
  expect(hostAt()?.accepts('http://localhost.evil.example')).toBe(false);
});
