import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateFactorPolicy, getFactorPolicy } from '../../domain/company/factors/policy.js';
import { listAccess } from '../../domain/company/access-log/service.js';
import { resetFactors } from '../../domain/messaging/notices/reset-factors.js';
import type { Ctx } from '../../domain/kernel/context.js';
import { useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
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
let now = new Date('2026-11-24T09:00:10Z');
const wait = (seconds: number): Date => (now = new Date(now.getTime() + seconds * 1000));
const api = useApi(world, { clock: { now: () => now } });
beforeEach(async () => {
  wait(90);
  await world.db('rate_limits').delete();
});
afterEach(() => world.db('companies').update({ factor_roles: [] }));

const system = (): Ctx => world.ctx('system');
const tokenIn = ({ json }: Answer) => (json as { token?: string }).token ?? '';
const statusAs = async (token: string) =>
  (await send(api.base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': token } })).status;
const signIn = (userName: string) => post(api.base, '/api/auth', { userName, password });
const enter = async ({ userName, codeAt }: FactorPerson) =>
  post(api.base, '/api/auth/code', { ticket: await getTicket(api.base, userName), code: codeAt(wait(90)) });
const make = (role: 'Office User' | 'Office Admin' | 'Shop User' = 'Shop User') =>
  makeFactorPerson(world, api.base, { now: wait(90), role });

describe('a role that requires a second factor', () => {
  test('is set by a super admin; the roles that approve or pay are suggested', async () => {
    expect(await getFactorPolicy(system(), {})).toEqual({ roles: [], moneyRoles: ['Office Admin', 'Office User'] });
    for (const who of ['office.user', 'shop.admin', 'view.only'] as const)
      await expect(updateFactorPolicy(world.ctx(who), { roles: [] })).rejects.toMatchObject({ kind: 'forbidden' });
    const policy = { roles: ['Builder' as const, 'Shop User' as const] };
    expect(await updateFactorPolicy(system(), policy)).toMatchObject({ roles: ['Shop User', 'Builder'] });
    const trail = world.db('audit_entries').where({ entity: 'company', actor_name: 'cli' }).whereNotNull('before');
    expect(await trail.select('before', 'after')).toContainEqual({
      before: { factorRoles: [] },
      after: { factorRoles: ['Shop User', 'Builder'] },
    });
    expect(await updateFactorPolicy(system(), policy)).toMatchObject({ msg: 'Nothing to change.', signedOut: 0 });
  });

  test('cannot be set by a user of the role without one, who would be locked out', async () => {
    const change = updateFactorPolicy(world.ctx('office.admin'), { roles: ['Office Admin'] });
    await expect(change).rejects.toMatchObject({ code: 'own-factor-missing' });
    expect((await getFactorPolicy(system(), {})).roles).toEqual([]);
  });

  test('signs out its users without a factor, and no one else', async () => {
    const [without, other, withOne] = [await makePerson(world), await makePerson(world, 'Office User'), await make()];
    const tokens = [tokenIn(await signIn(without.userName)), tokenIn(await signIn(other.userName))];
    const unaffectedToken = tokenIn(await enter(withOne));
    await updateFactorPolicy(system(), { roles: ['Shop User'] });
    await expect.poll(() => statusAs(tokens[0] ?? '')).toBe(401);
    expect([await statusAs(tokens[1] ?? ''), await statusAs(unaffectedToken)]).toEqual([200, 200]);
  });

  test('lets a user without one sign in only to set it up, with recovery codes, and then asks for a code', async () => {
    const { id, userName } = await makePerson(world);
    await updateFactorPolicy(system(), { roles: ['Shop User'] });
    const first = (await signIn(userName)).json as { ticket: string };
    expect(first).toEqual({
      ticket: expect.any(String) as unknown,
      step: 'enroll',
      factors: [],
      expiresAt: new Date(now.getTime() + 20 * 60_000).toISOString(),
    });
    const { ticket } = first;
    expect(await statusAs(ticket)).toBe(401);
    expect((await post(api.base, '/api/auth/code', { ticket, code: '123456' })).status).toBe(401);
    const begun = await post(api.base, '/api/auth/authenticator', { ticket });
    const codeAt = readApp((begun.json as { uri: string }).uri);
    const confirm = (code: string) => post(api.base, '/api/auth/authenticator/confirm', { ticket, code });
    expect(await confirm('000000')).toMatchObject({ status: 400, json: { errors: [{ path: 'code' }] } });
    const answers = await Promise.all([confirm(codeAt(now)), confirm(codeAt(now))]);
    const successes = answers.filter(({ status }) => status === 200);
    expect(successes).toHaveLength(1); // two tabs: the second one is too late
    expect((successes[0]?.json as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect(await statusAs(tokenIn(successes[0] as Answer))).toBe(200);
    expect((await enter({ id, userName, codeAt, recoveryCodes: [] })).status).toBe(200);
    const trail = world.db('audit_entries').where({ actor_id: id, action: 'set up authenticator' });
    expect(await trail.pluck('via')).toEqual(['web']);
  });

  test('a setup ticket does not replace a factor that was set up in the meantime, and expires', async () => {
    const { userName } = await makePerson(world);
    await updateFactorPolicy(system(), { roles: ['Shop User'] });
    const [ticket, other] = [await getTicket(api.base, userName), await getTicket(api.base, userName)];
    const begun = await post(api.base, '/api/auth/authenticator', { ticket });
    const code = readApp((begun.json as { uri: string }).uri)(now);
    expect((await post(api.base, '/api/auth/authenticator/confirm', { ticket, code })).status).toBe(200);
    expect(await post(api.base, '/api/auth/authenticator', { ticket: other })).toMatchObject({
      status: 401,
      json: { code: 'ticket-over' },
    });
    const { userName: late } = await makePerson(world);
    const old = await getTicket(api.base, late);
    wait(20 * 60 + 1);
    expect((await post(api.base, '/api/auth/authenticator', { ticket: old })).status).toBe(401);
  });

  test('prevents removing the last one', async () => {
    const person = await make();
    const headers = { 'x-auth-token': tokenIn(await enter(person)) };
    await updateFactorPolicy(system(), { roles: ['Shop User'] });
    const removal = await post(api.base, '/api/factors/authenticator/remove', { currentPassword: password }, headers);
    expect(removal).toMatchObject({ status: 409, json: { code: 'factor-required' } });
  });
});

describe('a reset of second factors', () => {
  test('by a super admin ends the sessions; the password alone signs in; it is recorded and notified, also by email', async () => {
    const person = await make();
    const token = tokenIn(await enter(person));
    const ticket = await getTicket(api.base, person.userName);
    const { item } = await resetFactors(world.ctx('office.admin'), { id: person.id });
    expect(item.secondFactor).toBe(false);
    await expect.poll(() => statusAs(token)).toBe(401);
    const old = await post(api.base, '/api/auth/code', { ticket, code: person.codeAt(wait(90)) });
    expect(old.status).toBe(401);
    expect(Object.keys((await signIn(person.userName)).json as object)).toEqual(['token']);
    const trail = world.db('audit_entries').where({ action: 'reset second factors' });
    expect(await trail.select('actor_name', 'entity_ids', 'before', 'after')).toEqual([
      {
        actor_name: world.actor('office.admin').name,
        entity_ids: [person.id],
        before: { secondFactor: true },
        after: { secondFactor: false },
      },
    ]);
    const content = `${world.actor('office.admin').name} reset the second factors of your account.`;
    const notice = world.db('notifications').where({ user_id: person.id }).orderBy('id', 'desc');
    expect((await notice.pluck('content'))[0]).toBe(content);
    const mail = world.db('outbox_messages').whereRaw(`payload->>'to' = ?`, [person.userName]);
    expect(
      (await mail.select(world.db.raw(`payload->>'text' as text`))).map(({ text }: { text: string }) => text),
    ).toContainEqual(expect.stringContaining(content));
  });

  test('is in the access log, as are new factors, wrong codes and how a user signed in', async () => {
    const person = await make();
    await enter(person);
    const ticket = await getTicket(api.base, person.userName);
    await post(api.base, '/api/auth/code', { ticket, code: '000000' });
    wait(90);
    await resetFactors(world.ctx('office.admin', { clock: { now: () => now } }), { id: person.id });
    const { items } = await listAccess(world.ctx('office.admin'), { user: person.id });
    expect(items.map(({ kind, result, actor, detail }) => [kind, result, actor, detail].join(': '))).toEqual([
      `factor: done: ${world.actor('office.admin').name}: reset by an administrator`,
      'sign-in: refused: : wrong code',
      'new-device: done: : ',
      'sign-in: done: : by password and authenticator app',
      'factor: done: Sue Short: set up an authenticator app',
      expect.stringMatching(/^account: done: .*: added as Shop User/) as unknown,
    ]);
  });

  test('changes nothing for a user without factors, and is refused for oneself and for others than super admins', async () => {
    const { id } = await makePerson(world);
    expect(await resetFactors(world.ctx('office.admin'), { id })).toMatchObject({ msg: 'Nothing to change.' });
    const me = world.actor('office.admin').id ?? '';
    await expect(resetFactors(world.ctx('office.admin'), { id: me })).rejects.toMatchObject({ code: 'own-account' });
    for (const who of ['office.user', 'shop.admin', 'view.only'] as const)
      await expect(resetFactors(world.ctx(who), { id })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('of a user whose role requires one leads to setting up a new one', async () => {
    const person = await make();
    await updateFactorPolicy(system(), { roles: ['Shop User'] });
    await resetFactors(world.ctx('office.admin'), { id: person.id });
    expect((await signIn(person.userName)).json).toMatchObject({ step: 'enroll' });
  });
});

test('those who list users see who has a second factor', async () => {
  const [person, other] = [await make(), await makePerson(world)];
  const list = await api.call('office.admin', 'GET', '/api/users?size=500');
  const { items } = list.json as { items: { _id: string; secondFactor: boolean }[] };
  const toShown = (id: string) => items.find(({ _id }) => _id === id)?.secondFactor;
  expect([toShown(person.id), toShown(other.id)]).toEqual([true, false]);
});
