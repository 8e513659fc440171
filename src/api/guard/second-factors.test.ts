import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../domain/company/keys/service.js';
import { findStep } from '../../domain/company/factors/authenticator.js';
import { resetPassword } from '../../domain/company/users/service.js';
import { forgetOld } from '../../domain/operations/jobs/tasks.js';
import { useWorld } from '../../domain/testing/world.js';
import { openApi, readToken, useApi } from '../testing/api.js';
import {
  type FactorPerson,
  getTicket,
  makeFactorPerson,
  makePerson,
  password,
  post,
  readApp,
} from '../testing/factor-person.js';
import { type Answer, send } from '../testing/http.js';

const world = useWorld();
/** The server's time, which tests advance because each code works only once. */
let now = new Date('2026-11-24T09:00:10Z');
const wait = (seconds: number): Date => (now = new Date(now.getTime() + seconds * 1000));
const api = useApi(world, { clock: { now: () => now }, trustProxy: true, openDemo: true });
beforeEach(async () => {
  wait(90);
  await world.db('rate_limits').delete();
});

const make = (): Promise<FactorPerson> => makeFactorPerson(world, api.base, { now: wait(90) });
const findTicket = ({ userName }: { userName: string }, headers = {}) => getTicket(api.base, userName, headers);
const enter = (ticket: string, code: string, headers = {}) =>
  post(api.base, '/api/auth/code', { ticket, code }, headers);
const tokenIn = ({ json }: Answer) => (json as { token?: string }).token;
const asToken = (token: string, path = '/api/auth') =>
  send(api.base, { method: 'GET', path, headers: { 'x-auth-token': token } });
const withoutId = ({ status, json }: Answer) => ({ status, json: { ...(json as object), requestId: '' } });
/** A user's token at the server's time. */
async function signedIn(person: FactorPerson): Promise<{ 'x-auth-token': string }> {
  const token = tokenIn(await enter(await findTicket(person), person.codeAt(wait(90))));
  return { 'x-auth-token': token ?? expect.fail() };
}

describe('setting up an authenticator app', () => {
  test('requires the password; the app gets the secret as an address and a picture, the database only encrypted', async () => {
    const { id, userName } = await makePerson(world);
    const headers = { 'x-auth-token': await readToken(world, userName) };
    const begin = (currentPassword: string) =>
      post(api.base, '/api/factors/authenticator', { currentPassword }, headers);
    expect(await begin('wrong-password')).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'currentPassword', msg: 'is incorrect' }] },
    });
    const { secret, uri, qr } = (await begin(password)).json as Record<'secret' | 'uri' | 'qr', string>;
    const plainSecret = secret.replaceAll(' ', '');
    expect(plainSecret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Shedworks:${encodeURIComponent(userName)}?issuer=Shedworks&secret=${plainSecret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr).toMatch(/^<svg [^>]*viewBox/);
    const storedText = JSON.stringify(await world.db('authenticators').where({ user_id: id }).select('*'));
    expect(storedText).not.toContain(plainSecret);
    expect(api.log.join('\n')).not.toContain(plainSecret);
  });

  test('is complete when its code confirms it, and gives ten recovery codes, stored as hashes', async () => {
    const { id, userName } = await makePerson(world);
    const headers = { 'x-auth-token': await readToken(world, userName) };
    const begun = await post(api.base, '/api/factors/authenticator', { currentPassword: password }, headers);
    const codeAt = readApp((begun.json as { uri: string }).uri);
    const signIn = () => post(api.base, '/api/auth', { userName, password });
    expect(Object.keys((await signIn()).json as object)).toEqual(['token']);
    const confirm = (code: string) => post(api.base, '/api/factors/authenticator/confirm', { code }, headers);
    expect(await confirm('000 000')).toMatchObject({ status: 400, json: { errors: [{ path: 'code' }] } });
    const confirmation = (await confirm(codeAt(now))).json as { recoveryCodes: string[] };
    expect(new Set(confirmation.recoveryCodes).size).toBe(10);
    for (const code of confirmation.recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const storedText = JSON.stringify(await world.db('recovery_codes').where({ user_id: id }).select('*'));
    for (const code of confirmation.recoveryCodes) expect(storedText).not.toContain(code.slice(0, 9));
    expect(Object.keys((await signIn()).json as object).sort()).toEqual(['expiresAt', 'factors', 'step', 'ticket']);
    expect(await confirm(codeAt(now))).toMatchObject({ status: 409, json: { code: 'no-factor' } });
  });

  test('again replaces the app when the new one is confirmed; recovery codes stay; the user is notified each time', async () => {
    const person = await make();
    const headers = await signedIn(person);
    const begun = await post(api.base, '/api/factors/authenticator', { currentPassword: password }, headers);
    const codeAt = readApp((begun.json as { uri: string }).uri);
    const before = await enter(await findTicket(person), person.codeAt(wait(90)));
    expect(before.status).toBe(200);
    const confirmation = await post(api.base, '/api/factors/authenticator/confirm', { code: codeAt(now) }, headers);
    expect(confirmation.json).toMatchObject({ recoveryCodes: null });
    expect((await enter(await findTicket(person), person.codeAt(wait(90)))).status).toBe(401);
    expect((await enter(await findTicket(person), codeAt(now))).status).toBe(200);
    const notices = await world.db('notifications').where({ user_id: person.id }).pluck('content');
    expect(notices).toEqual(Array(2).fill('An authenticator app was set up for your account.'));
    const mails = await world.db('outbox_messages').whereRaw(`payload->>'to' = ?`, [person.userName]).pluck('kind');
    expect(mails).toHaveLength(2);
  });

  test('is recorded without secrets, and a repeated call does not show its secret again', async () => {
    const { id, userName } = await makePerson(world);
    const headers = { 'x-auth-token': await readToken(world, userName), 'idempotency-key': 'begin-once' };
    const begin = () => post(api.base, '/api/factors/authenticator', { currentPassword: password }, headers);
    expect((await begin()).status).toBe(200);
    expect((await begin()).json).toMatchObject({ code: 'answer-forgotten' });
    const person = await make();
    const trail = await world.db('audit_entries').whereRaw('entity_ids @> array[?]::uuid[]', [person.id]);
    expect(trail.map(({ action }: { action: string }) => action)).toContain('set up authenticator');
    expect(await world.db('authenticators').where({ user_id: id }).pluck('is_confirmed')).toEqual([false]);
  });
});

describe('signing in with an authenticator app', () => {
  test('requires the password, then a code; without a factor, the response is unchanged', async () => {
    const person = await make();
    const first = await post(api.base, '/api/auth', { userName: person.userName, password });
    expect(first.json).toEqual({
      ticket: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      step: 'code',
      factors: ['authenticator'],
      expiresAt: new Date(now.getTime() + 5 * 60_000).toISOString(),
    });
    const { ticket } = first.json as { ticket: string };
    const second = await enter(ticket, person.codeAt(wait(60)));
    expect(second.status).toBe(200);
    expect((await asToken(tokenIn(second) ?? '')).json).toMatchObject({ userName: person.userName });
    const plain = await makePerson(world);
    const answer = await post(api.base, '/api/auth', { userName: plain.userName, password });
    expect(Object.keys(answer.json as object)).toEqual(['token']);
  });

  test('the ticket allows nothing else, and only once', async () => {
    const person = await make();
    const ticket = await findTicket(person);
    for (const path of ['/api/auth', '/api/orders', '/api/factors'])
      expect((await asToken(ticket, path)).status).toBe(401);
    const setUp = await post(api.base, '/api/auth/authenticator', { ticket });
    expect(setUp).toMatchObject({ status: 401, json: { code: 'ticket-over' } });
    expect((await enter(ticket, person.codeAt(wait(60)))).status).toBe(200);
    expect((await enter(ticket, person.codeAt(wait(60)))).status).toBe(401);
  });

  test('a code works only once, and then none from before it', async () => {
    const person = await make();
    const before = person.codeAt(wait(60));
    const code = person.codeAt(wait(30));
    expect((await enter(await findTicket(person), code)).status).toBe(200);
    expect((await enter(await findTicket(person), code)).status).toBe(401);
    expect((await enter(await findTicket(person), before)).status).toBe(401);
    expect((await enter(await findTicket(person), person.codeAt(wait(30)))).status).toBe(200);
  });

  test('a code sent on many connections simultaneously, each with its own ticket, starts one session', async () => {
    const second = await openApi(world, { clock: { now: () => now } });
    try {
      const person = await make();
      const tickets = await Promise.all(Array.from({ length: 8 }, () => findTicket(person)));
      const code = person.codeAt(wait(60));
      const answers = await Promise.all(
        tickets.map((ticket, n) => post(n % 2 ? api.base : second.base, '/api/auth/code', { ticket, code })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    } finally {
      await second.server.stop();
    }
  });

  test('two codes for one ticket simultaneously start one session, and use up one code', async () => {
    const person = await make();
    const ticket = await findTicket(person);
    const codes = person.recoveryCodes.slice(0, 4);
    const answers = await Promise.all(codes.map((code) => enter(ticket, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const usedCodes = world.db('recovery_codes').where({ user_id: person.id }).whereNotNull('used_at');
    expect(await usedCodes.pluck('user_id')).toHaveLength(1);
  });

  test.each([
    [-60, 401],
    [-30, 200],
    [0, 200],
    [30, 200],
    [60, 401],
  ])('a device whose clock is %i seconds off: %i', async (seconds, status) => {
    const person = await make();
    const device = new Date(wait(150).getTime() + seconds * 1000);
    expect((await enter(await findTicket(person), person.codeAt(device))).status).toBe(status);
  });

  test('a code is accepted with a space in it, as apps show it', async () => {
    const person = await make();
    const code = person.codeAt(wait(60));
    expect((await enter(await findTicket(person), ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
  });

  test('gives the same response for a wrong code, a used one, a used recovery code, an expired ticket and a forged one', async () => {
    const person = await make();
    const [recovery = ''] = person.recoveryCodes;
    const code = person.codeAt(wait(60));
    expect((await enter(await findTicket(person), code)).status).toBe(200);
    expect((await enter(await findTicket(person), recovery)).status).toBe(200);
    const expiredTicket = await findTicket(person);
    wait(5 * 60 + 1);
    const answers = [
      await enter(await findTicket(person), code),
      await enter(await findTicket(person), '12345'),
      await enter(await findTicket(person), recovery),
      await enter(await findTicket(person), 'aaaa-bbbb-cccc-dddd'),
      await enter(expiredTicket, person.codeAt(now)),
      await enter('made-up', person.codeAt(now)),
    ].map(withoutId);
    expect(answers[0]).toMatchObject({ status: 401, json: { code: 'invalid-code' } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('a wrong password gets the same response as for everyone else', async () => {
    const person = await make();
    const failSignIn = async (userName: string) =>
      withoutId(await post(api.base, '/api/auth', { userName, password: 'wrong-password' }));
    expect(await failSignIn(person.userName)).toEqual(await failSignIn('nobody@demo.test'));
  });

  test('a new password, or deactivation, ends the tickets issued before', async () => {
    for (const change of ['password', 'access'] as const) {
      const person = await make();
      const ticket = await findTicket(person);
      if (change === 'access') await world.db('users').where({ id: person.id }).update({ active: false });
      else await resetPassword(world.ctx('office.admin'), { id: person.id, password: 'another-password' });
      expect((await enter(ticket, person.codeAt(wait(60)))).status).toBe(401);
    }
  });

  test('unused tickets are deleted once they expire', async () => {
    const person = await make();
    await findTicket(person);
    const readLeft = () => world.db('sign_in_tickets').where({ user_id: person.id }).pluck('step');
    await forgetOld(world.db, now);
    expect(await readLeft()).toEqual(['code']);
    await forgetOld(world.db, wait(5 * 60 + 1));
    expect(await readLeft()).toEqual([]);
  });

  test('in a browser, the password sets no cookie; the code sets the session and ends the previous one', async () => {
    const person = await make();
    const old = await signedIn(person);
    const asPage = { origin: api.base, 'x-session': 'cookie' };
    const page = { ...asPage, ...old };
    const first = await post(api.base, '/api/auth', { userName: person.userName, password }, page);
    expect(first.headers['set-cookie']).toBeUndefined();
    expect((await asToken(old['x-auth-token'])).status).toBe(200);
    const { ticket } = first.json as { ticket: string };
    const foreign = await enter(ticket, person.codeAt(wait(60)), { ...asPage, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const second = await enter(ticket, person.codeAt(now), page);
    expect(String(second.headers['set-cookie'])).toMatch(/session-[0-9a-f]{8}=[^;]+;.*httponly/i);
    expect(String(second.headers['set-cookie'])).toMatch(/device-/);
    expect(tokenIn(second)).toMatch(/\.$/); // without its signature
    await expect.poll(async () => (await asToken(old['x-auth-token'])).status).toBe(401);
  });

  test('API keys are not affected', async () => {
    const person = await makeFactorPerson(world, api.base, { now: wait(90), role: 'Office Admin' });
    const { id } = person;
    const actor = { ...world.actor('office.admin'), id, superAdmin: false, grants: [] };
    const { key } = await createKey(world.ctx('office.admin', { actor }), { name: 'Nightly', scopes: ['orders.read'] });
    expect((await asToken(key, '/api/orders?size=1')).status).toBe(200);
  });

  test('after a change of SHEDWORKS_SECRET, recovery codes work but codes do not', async () => {
    const person = await make();
    const movedApi = await openApi(world, {
      clock: { now: () => now },
      secret: 'another secret, of a new machine, 32+',
    });
    try {
      const attempt = async (code: string) => {
        const ticket = await getTicket(movedApi.base, person.userName);
        return (await post(movedApi.base, '/api/auth/code', { ticket, code })).status;
      };
      expect(await attempt(person.codeAt(wait(60)))).toBe(401);
      expect(movedApi.log.join('\n')).toContain('encrypted with another SHEDWORKS_SECRET');
      expect(await attempt(person.recoveryCodes[0] ?? '')).toBe(200);
    } finally {
      await movedApi.server.stop();
    }
  });
});

describe('recovery codes', () => {
  test('work once each, in any notation; the number left is shown, and the user is notified', async () => {
    const person = await make();
    const [first = '', second = ''] = person.recoveryCodes;
    expect((await enter(await findTicket(person), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    const signInAnswer = await enter(await findTicket(person), second);
    const factors = await asToken(tokenIn(signInAnswer) ?? '', '/api/factors');
    expect(factors.json).toMatchObject({ recoveryCodesLeft: 8, isRequired: false });
    const notices = await world.db('notifications').where({ user_id: person.id }).orderBy('id').pluck('content');
    expect(notices.at(-1)).toBe('A recovery code was used to sign in to your account. 8 codes left.');
    const trail = world.db('audit_entries').where({ action: 'use recovery code', actor_id: person.id });
    expect(await trail.pluck('actor_name')).toEqual(['Sue Short', 'Sue Short']);
  });

  test('belong to one user only', async () => {
    const [one, other] = [await make(), await make()];
    expect((await enter(await findTicket(one), other.recoveryCodes[0] ?? '')).status).toBe(401);
  });

  test('new ones require the password, and replace all previous ones', async () => {
    const person = await make();
    const headers = await signedIn(person);
    const renew = (currentPassword: string) => post(api.base, '/api/factors/recovery', { currentPassword }, headers);
    expect((await renew('wrong-password')).status).toBe(400);
    const { recoveryCodes } = (await renew(password)).json as { recoveryCodes: string[] };
    expect(recoveryCodes).toHaveLength(10);
    expect((await enter(await findTicket(person), person.recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await enter(await findTicket(person), recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

test('an authenticator app is removed with the password, together with its recovery codes', async () => {
  const person = await make();
  const headers = await signedIn(person);
  const remove = (currentPassword: string) =>
    post(api.base, '/api/factors/authenticator/remove', { currentPassword }, headers);
  expect((await remove('wrong-password')).status).toBe(400);
  expect((await remove(password)).status).toBe(200);
  expect(await remove(password)).toMatchObject({ status: 409, json: { code: 'no-factor' } });
  const answer = await post(api.base, '/api/auth', { userName: person.userName, password });
  expect(Object.keys(answer.json as object)).toEqual(['token']);
  expect(await world.db('recovery_codes').where({ user_id: person.id }).pluck('hash')).toEqual([]);
});

describe('guesses of a code', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('are limited to ten from an address in 15 minutes, one after the other or together, also with many tickets', async () => {
    for (const isTogether of [false, true]) {
      const person = await make();
      const there = from(isTogether ? '198.51.100.7' : '198.51.100.8');
      const guess = async () => (await enter(await findTicket(person, there), '000000', there)).status;
      const guesses = Array.from({ length: 12 }, () => guess);
      const statuses: number[] = isTogether ? await Promise.all(guesses.map((one) => one())) : [];
      if (!isTogether) for (const one of guesses) statuses.push(await one());
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      const refusal = await enter(await findTicket(person, there), person.codeAt(wait(60)), there);
      expect(refusal).toMatchObject({ status: 429, json: { code: 'too-many-attempts' } });
    }
  });

  test('are limited to fifty a day from anywhere; then the user and super admins are notified, and a known device can continue', async () => {
    const person = await make();
    const knownAddress = from('198.51.100.20');
    const signInAnswer = await enter(await findTicket(person, knownAddress), person.codeAt(wait(60)), knownAddress);
    const cookie = [signInAnswer.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect(cookie).toMatch(/^device-/);
    const elsewhere = from('198.51.100.21');
    await enter(await findTicket(person, elsewhere), '000000', elsewhere);
    await world.db('rate_limits').whereLike('key', 'sign-in-code:%').update({ points: 49 });
    const last = from('198.51.100.22');
    expect((await enter(await findTicket(person, last), '000000', last)).status).toBe(401);
    const next = from('198.51.100.23');
    expect((await enter(await findTicket(person, next), person.codeAt(wait(30)), next)).status).toBe(429);
    const notices = await world.db('notifications').where({ user_id: person.id }).orderBy('id').pluck('content');
    expect(notices.at(-1)).toMatch(/right password and many wrong codes/);
    const admin = world.actor('office.admin').id;
    const warnings = world.db('notifications').where({ user_id: admin, msg: 'Failed sign-ins' });
    const warning = expect.stringMatching(
      new RegExp(`^Someone signed in to ${person.userName} with the right password`),
    );
    expect(await warnings.pluck('content')).toContainEqual(warning);
    const here = { ...next, cookie };
    expect((await enter(await findTicket(person, here), person.codeAt(now), here)).status).toBe(200);
  });

  test('do not count against the password, nor does the correct password make a device known', async () => {
    const person = await make();
    const otherAddress = from('198.51.100.30');
    const first = await post(api.base, '/api/auth', { userName: person.userName, password }, otherAddress);
    expect(first.headers['set-cookie']).toBeUndefined();
    for (let n = 0; n < 10; n++) await enter(await findTicket(person, otherAddress), '000000', otherAddress);
    expect((await post(api.base, '/api/auth', { userName: person.userName, password }, otherAddress)).status).toBe(200);
  });
});

test('a code matches one of three time steps, as RFC 6238 requires', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // its test vectors, limited to the last six digits
  expect(findStep(secret, '287082', new Date(59_000), null)).toBe(1);
  expect(findStep(secret, '081804', new Date(1_111_111_109_000), null)).toBe(37_037_036);
  expect(findStep(secret, '081804', new Date(1_111_111_109_000), 37_037_036)).toBeNull();
  expect(findStep(secret, '081805', new Date(1_111_111_109_000), null)).toBeNull();
});
