import { beforeEach, expect, test } from 'vitest';
import { createUser } from '../../domain/company/users/sign-in.js';
import { hashPassword } from '../../domain/company/users/passwords.js';
import { newId } from '../../domain/kernel/ids.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
import { password, post } from '../testing/factor-person.js';

const world = useWorld();
const api = useApi(world, { openDemo: true });
beforeEach(() => world.db('rate_limits').delete());

/** A user of the home shop whose row differs as given in `more`. */
async function makeUser(more: object): Promise<string> {
  const userName = `${newId()}@demo.test`;
  const user = { name: 'Sue Short', userName, password, role: 'Shop User' as const, shop: homeShop };
  const { _id } = await createUser(world.ctx('office.admin'), user);
  await world.db('users').where({ id: _id }).update(more);
  return userName;
}

/** Every kind of refused sign-in, which must not be distinguishable, even by duration. */
const refusedUsers = {
  'with a wrong password': () => makeUser({ view_only: false }),
  'who is deactivated': () => makeUser({ active: false }),
  'who has no password yet': () => makeUser({ password_hash: '' }),
  'whom nobody knows': () => Promise.resolve(`${newId()}@demo.test`),
};

test('a refused sign-in runs the same statements for everyone', async () => {
  const work = async (make: () => Promise<string>): Promise<string[]> => {
    const userName = await make();
    const statements: string[] = [];
    const hear = ({ sql }: { sql: string }) => void statements.push(sql);
    world.db.on('query', hear);
    const { status } = await post(api.base, '/api/auth', { userName, password: 'not-the-password' });
    world.db.removeListener('query', hear);
    expect(status).toBe(401);
    return statements.toSorted();
  };
  await work(refusedUsers['with a wrong password']); // prepares what all share
  const expectedWork = await work(refusedUsers['with a wrong password']);
  expect(expectedWork.length).toBeGreaterThan(2);
  for (const make of Object.values(refusedUsers)) expect(await work(make)).toEqual(expectedWork);
});

test('a refused sign-in waits for a hashing slot for everyone: while all are in use, each waits the same way', async () => {
  const names = await Promise.all(Object.values(refusedUsers).map((make) => make()));
  let isFull = true;
  const refill = async (): Promise<void> => {
    while (isFull) await hashPassword('a password like others').catch(() => undefined);
  };
  const turns = Array.from({ length: 102 }, refill); // two run, a hundred wait
  try {
    for (const userName of names) {
      const { json } = await post(api.base, '/api/auth', { userName, password: 'not-the-password' });
      expect(json).toMatchObject({ code: 'busy' });
    }
  } finally {
    isFull = false;
    await Promise.all(turns);
  }
});
