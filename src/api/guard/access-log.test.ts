import { beforeEach, describe, expect, test } from 'vitest';
import { listAccess } from '../../domain/company/access-log/service.js';
import { createUser } from '../../domain/company/users/sign-in.js';
import { newId } from '../../domain/kernel/ids.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
import { send } from '../testing/http.js';

const world = useWorld();
const api = useApi(world);
beforeEach(() => world.db('rate_limits').delete());

const PASSWORD = 'Barn-Grape-7719';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function makeUser(): Promise<{ id: string; userName: string }> {
  const userName = `${newId()}@demo.test`;
  const user = { name: 'Sue Short', userName, password: PASSWORD, role: 'Shop User' as const, shop: homeShop };
  return { id: (await createUser(world.ctx('office.admin'), user))._id, userName };
}
const ask = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  send(api.base, {
    ...{ method, path, raw: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', 'user-agent': browser, ...headers },
  });
const signIn = (userName: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  ask('POST', '/api/auth', { userName, password }, headers);
const events = async (search: string) => (await listAccess(world.ctx('office.admin'), { search })).items;
const readListed = async (search: string) =>
  (await events(search)).map(({ kind, result, detail }) => [kind, result, detail].join(', '));

describe('the access log has', () => {
  test('each sign-in with address and device, the first one of a device, and each sign-out', async () => {
    const { id, userName } = await makeUser();
    const first = await signIn(userName);
    const device = String([first.headers['set-cookie']].flat().find((one) => one?.startsWith('device-'))).split(';')[0];
    const { token } = (await signIn(userName, PASSWORD, { cookie: device ?? '' })).json as { token: string };
    await ask('DELETE', '/api/auth', {}, { 'x-auth-token': token });
    expect(await readListed(userName)).toEqual([
      'sign-out, done, ',
      'sign-in, done, by password',
      'new-device, done, ',
      'sign-in, done, by password',
      `account, done, added as Shop User of ${homeShop}`,
    ]);
    expect((await events(userName))[1]).toMatchObject({
      user: { _id: id, name: 'Sue Short', email: userName },
      ...{ address: '127.0.0.1', device: 'Firefox on Linux', via: 'web' },
    });
  });

  test('each failure with its reason, which only super admins see', async () => {
    const { id, userName } = await makeUser();
    await signIn(userName, 'wrong-password');
    await world.db('users').where({ id }).update({ active: false });
    await signIn(userName);
    const unknown = `${newId()}@nowhere.test`;
    await signIn(unknown);
    expect((await readListed(userName)).slice(0, 2)).toEqual([
      'sign-in, refused, the account is deactivated',
      'sign-in, refused, wrong password',
    ]);
    expect(await readListed(unknown)).toEqual(['sign-in, refused, no account has this address']);
  });

  test("changes of one's own password and wrong guesses of it", async () => {
    const { userName } = await makeUser();
    const { token } = (await signIn(userName)).json as { token: string };
    const change = (currentPassword: string) =>
      ask('PUT', '/api/users/password', { currentPassword, newPassword: 'Barn-Grape-7720' }, { 'x-auth-token': token });
    await change('wrong-password');
    await change(PASSWORD);
    expect((await readListed(userName)).slice(0, 2)).toEqual([
      'password, done, changed by its owner',
      'password, refused, the current password was wrong',
    ]);
  });

  test('no passwords and no tokens', async () => {
    const { userName } = await makeUser();
    const { token } = (await signIn(userName)).json as { token: string };
    await signIn('not-a-name-but-a-password-1');
    await signIn(userName, 'a-guess-of-a-password-1');
    const storedEvents = JSON.stringify(await world.db('access_events'));
    for (const secret of [PASSWORD, token, 'a-guess-of-a-password-1', 'not-a-name-but-a-password-1'])
      expect(storedEvents).not.toContain(secret);
  });
});

test('a failed sign-in runs the same statements whether the user exists, is deactivated or does not exist', async () => {
  const [knownUser, former] = [await makeUser(), await makeUser()];
  await world.db('users').where({ id: former.id }).update({ active: false });
  const statements = async (userName: string): Promise<string[]> => {
    const statements: string[] = [];
    const hear = ({ sql }: { sql: string }) => void statements.push(sql.replace(/\$\d+/g, '?'));
    world.db.on('query', hear);
    try {
      expect((await signIn(userName, 'wrong-password')).status).toBe(401);
    } finally {
      world.db.removeListener('query', hear);
    }
    return statements.filter((sql) => !/pg_notify|rate_limits/.test(sql) || /insert/.test(sql)).toSorted();
  };
  await statements(knownUser.userName); // the first one prepares what all share
  const failures = await statements(knownUser.userName);
  expect(failures.length).toBeGreaterThan(1);
  expect(await statements(former.userName)).toEqual(failures);
  expect(await statements(`${newId()}@nowhere.test`)).toEqual(failures);
});
