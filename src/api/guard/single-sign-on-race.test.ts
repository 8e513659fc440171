import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSso } from '../../domain/company/single-sign-on/service.js';
import { systemClock } from '../../domain/kernel/context.js';
import { createOutside } from '../../domain/kernel/platform/outside.js';
import { useWorld } from '../../domain/testing/world.js';
import { secret, useApi } from '../testing/api.js';
import { makePerson, post } from '../testing/factor-person.js';
import { type Answer, send } from '../testing/http.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type RunningProvider,
  startProvider,
  visitProvider,
} from '../testing/oidc-provider.js';

const world = useWorld();
const outside = createOutside(secret, { SOURCE_PRIVATE_ADDRESSES: false, SSO_PRIVATE_ADDRESSES: true });
const back = 'http://localhost:4200/sso';
const api = useApi(world, { openDemo: true, outside });
let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider(back);
  await updateSso(world.ctx('office.admin', { outside, clock: systemClock }), {
    ...{ name: 'Acme', issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
    ...{ fallback: { role: 'Office User', shopId: null }, createsUsers: true },
  });
});
afterAll(() => provider.stop());

/** How many sign-ins wait for their turn to bind a user. */
const countWaiting = async (): Promise<number> => {
  const waiting = world
    .db('pg_stat_activity')
    .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
    .whereLike('query', '%single_sign_on%');
  return ((await waiting.pluck('pid')) as unknown[]).length;
};

interface Arrival {
  readonly id: string;
  /** The address that the provider says is theirs when they arrive. */
  readonly email: string;
}

/** Lets people of the provider arrive while the first of them is not bound yet; what each is answered. */
async function arriveTogether(arrivals: readonly Arrival[]): Promise<Answer[]> {
  const say = ({ id, email }: Arrival) => provider.accounts.set(id, { email, email_verified: true });
  const ready = [];
  for (const arrival of arrivals) {
    say(arrival);
    const { address, flow } = (await post(api.base, '/api/auth/sso', {})).json as { address: string; flow: string };
    ready.push({ arrival, body: { flow, answer: await visitProvider(address, arrival.id, back) } });
  }
  const lockHolder = await world.db.transaction();
  await lockHolder('single_sign_on').forUpdate().first('id');
  const requests: Promise<Answer>[] = [];
  try {
    for (const { arrival, body } of ready) {
      say(arrival);
      requests.push(post(api.base, '/api/auth/sso/finish', body));
      await expect.poll(countWaiting).toBe(requests.length);
    }
  } finally {
    await lockHolder.rollback();
  }
  return Promise.all(requests);
}

const refusal = {
  status: 401,
  json: { code: 'sso-refused', msg: 'Your account changed while you signed in. Start again.' },
};
const bound = (email: string) =>
  world
    .db('sign_in_identities as i')
    .join('users as u', 'u.id', 'i.user_id')
    .where('u.user_name', email)
    .pluck('i.subject');
const findUser = async ({ json }: Answer) => {
  const { token = '' } = json as { token?: string };
  const answer = await send(api.base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': token } });
  return (answer.json as { userName?: string }).userName;
};

test('two people of the provider with the address of one user: the first is bound, the second is refused', async () => {
  const { userName: email } = await makePerson(world, 'Office User');
  const [first, second] = await arriveTogether([
    { id: 'first', email },
    { id: 'second', email },
  ]);
  expect(first?.status).toBe(200);
  expect(second).toMatchObject(refusal);
  expect(await bound(email)).toEqual(['first']);
});

test('two new people with one address: one user is added, and the second is refused', async () => {
  const email = 'new.both@acme.example';
  const [first, second] = await arriveTogether([
    { id: 'new-first', email },
    { id: 'new-second', email },
  ]);
  expect(first?.status).toBe(200);
  expect(second).toMatchObject(refusal);
  expect(await bound(email)).toEqual(['new-first']);
});

test('one new person in two tabs: one user, signed in twice', async () => {
  const email = 'two.tabs@acme.example';
  const tab = { id: 'two-tabs', email };
  const answers = await arriveTogether([tab, tab]);
  expect(await Promise.all(answers.map(findUser))).toEqual([email, email]);
  expect(await bound(email)).toEqual(['two-tabs']);
});

test('one person whose address changes in between is never bound to two users', async () => {
  const [{ userName: before }, { userName: after }] = [
    await makePerson(world, 'Office User'),
    await makePerson(world, 'Office User'),
  ];
  const answers = await arriveTogether([
    { id: 'moving', email: before },
    { id: 'moving', email: after },
  ]);
  expect(await Promise.all(answers.map(findUser))).toEqual([before, before]);
  expect(await bound(after)).toEqual([]);
});
