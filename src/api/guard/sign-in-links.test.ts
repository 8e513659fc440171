import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAccess } from '../../domain/company/access-log/service.js';
import { forgetOldLinks } from '../../domain/company/links/links.js';
import { createUser } from '../../domain/company/users/sign-in.js';
import { updateUser, deactivateUser } from '../../domain/company/users/service.js';
import { newId } from '../../domain/kernel/ids.js';
import { createOutside } from '../../domain/kernel/platform/outside.js';
import { resendInvitation, inviteUser, createUserLink } from '../../domain/messaging/sign-in-links/invite.js';
import { listOutbox, resendMessage } from '../../domain/messaging/outbox/service.js';
import { forgetSecrets } from '../../domain/messaging/outbox/deliver.js';
import { workOff } from '../../domain/operations/jobs/worker.js';
import { startSmtpSink, type SmtpSink } from '../../domain/testing/smtp-sink.js';
import { homeShop, silent, useWorld } from '../../domain/testing/world.js';
import { openApi, secret, readToken, useApi, type Api } from '../testing/api.js';
import { send } from '../testing/http.js';

const world = useWorld();
const ADDRESS = 'https://office.example.com';
const reached = { SOURCE_PRIVATE_ADDRESSES: false, PUBLIC_URL: ADDRESS };
const withMail = createOutside(secret, { ...reached, SMTP_URL: 'smtp://127.0.0.1' });
const withoutMail = createOutside(secret, reached);
const api = useApi(world, { outside: withMail });
let second: Api;
let sink: SmtpSink;
beforeAll(async () => {
  second = await openApi(world, { outside: withMail });
  sink = await startSmtpSink();
});
afterAll(async () => {
  await second.server.stop();
  await sink.stop();
});
beforeEach(() => world.db('rate_limits').delete());

const OLD = 'Barn-Grape-7719';
const NEW = 'Barn-Grape-7720';
const HOUR = 3_600_000;
const office = (outside = withMail) => world.ctx('office.admin', { outside, clock: { now: () => new Date() } });

async function makeUser(): Promise<{ id: string; userName: string }> {
  const userName = `${newId()}@example.com`;
  const user = { name: 'Sue Short', userName, password: OLD, role: 'Shop User' as const, shop: homeShop };
  return { id: (await createUser(world.ctx('office.admin'), user))._id, userName };
}
/** Invites a user without a mail server, so that the link is in the answer. */
async function invite(): Promise<{ id: string; userName: string; link: string }> {
  const email = `${newId()}@example.com`;
  const shop = await world.findShopId(homeShop);
  const { item, link } = await inviteUser(office(withoutMail), { name: 'Pat Long', email, role: 'Builder', shop });
  return { id: item._id, userName: email, link: getText(link) };
}
const getText = (link: string | null): string => link?.split('#')[1] ?? '';

const post = (path: string, body: object, headers: Record<string, string> = {}, base = api.base) =>
  send(base, {
    method: 'POST',
    path,
    raw: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const check = (link: string) => post('/api/auth/link', { link });
const use = (link: string, password = NEW, base = api.base) => post('/api/auth/link/use', { link, password }, {}, base);
const signIn = async (userName: string, password: string) => (await post('/api/auth', { userName, password })).status;
const ask = (email: string, headers: Record<string, string> = {}) => post('/api/auth/forgotten', { email }, headers);
/** Repeats a request until it is admitted, because a server checks once a second who is still blocked. */
const askOnce = (email: string, headers: Record<string, string> = {}) =>
  expect.poll(async () => (await ask(email, headers)).status).toBe(200);
const work = (outside = withMail) =>
  workOff({
    url: world.url,
    db: world.db,
    logger: silent,
    config: { SMTP_URL: sink.url, MAIL_FROM: 'office@example.com' },
    outside,
  });
const events = async (search: string) =>
  (await listAccess(world.ctx('office.admin'), { search })).items.map(
    ({ kind, result, detail }) => `${kind} ${result}: ${detail}`,
  );

/** The decoded emails to an address. */
const mailsTo = (address: string): string[] =>
  sink.mails
    .filter((_, n) => sink.recipients[n] === `<${address}>`)
    .map((mail) => mail.replace(/=\n/g, '').replaceAll('=3D', '='));
const linkIn = (mail = ''): string => /https:\/\/office\.example\.com\/welcome#(swl_\S+)/.exec(mail)?.[1] ?? '';

describe('an invitation', () => {
  test('by email: its link sets the first password, once, and signs no one in', async () => {
    const email = `${newId()}@example.com`;
    const { item, link, msg } = await inviteUser(office(), { name: 'Pat Long', email, role: 'Office User' });
    expect(item).toMatchObject({ hasPassword: false, active: true, invitedUntil: expect.any(String) as unknown });
    expect([link, msg]).toEqual([null, `Invitation sent to ${email}. It works for 72 hours.`]);
    expect(await signIn(email, '')).toBe(400);
    await work();
    const text = linkIn(mailsTo(email)[0]);
    expect(mailsTo(email)[0]).toContain('Anna Keller invited you');
    expect((await check(text)).json).toMatchObject({ purpose: 'invitation', name: 'Pat Long', email });
    const useAnswer = await use(text);
    expect(useAnswer).toMatchObject({ status: 200, json: { msg: 'Password set. Sign in with it.', email } });
    expect(useAnswer.headers['set-cookie']).toBeUndefined();
    expect(JSON.stringify(useAnswer.json)).not.toContain('token');
    expect(await signIn(email, NEW)).toBe(200);
    expect((await use(text, 'Barn-Grape-7721')).json).toMatchObject({ code: 'link-invalid' });
    expect(await signIn(email, NEW)).toBe(200);
    await work();
    expect(mailsTo(email)).toHaveLength(2);
    expect(mailsTo(email)[1]).toContain('Subject: Heartland Portable Buildings: Your password was changed');
    expect(await events(email)).toEqual(
      expect.arrayContaining([
        'link refused: invitation: used before',
        'password done: first one set with an invitation',
        'link done: invitation made',
      ]),
    );
  });

  test('without a mail server: its link is shown to the administrator, and nothing is sent', async () => {
    const { userName, link } = await invite();
    await work(withoutMail);
    expect(mailsTo(userName)).toEqual([]);
    expect((await use(link)).status).toBe(200);
    expect(await signIn(userName, NEW)).toBe(200);
  });

  test('ends with a new one, with another address, and when the user is deactivated', async () => {
    const again = await invite();
    const { link } = await resendInvitation(office(withoutMail), { id: again.id });
    expect((await use(again.link)).status).toBe(422);
    const newLink = await invite();
    await updateUser(office(), { id: newLink.id, revision: 1, email: `${newId()}@example.com` });
    expect((await use(newLink.link)).status).toBe(422);
    const former = await invite();
    await deactivateUser(office(), { id: former.id });
    expect((await use(former.link)).status).toBe(422);
    await expect(resendInvitation(office(), { id: former.id })).rejects.toMatchObject({ code: 'user-inactive' });
    expect((await use(getText(link))).status).toBe(200);
    await expect(resendInvitation(office(), { id: again.id })).rejects.toMatchObject({ code: 'has-password' });
  });

  test('is only for super admins, and a retry does not get its answer again', async () => {
    for (const who of ['office.user', 'shop.admin'] as const)
      expect((await api.call(who, 'POST', '/api/users/invite', { body: {} })).status).toBe(403);
    const { id } = await invite();
    const token = await readToken(world, 'office.admin@demo.test');
    const headers = { 'x-auth-token': token, 'idempotency-key': newId() };
    const first = await post(`/api/users/${id}/link`, {}, headers);
    expect(getText((first.json as { link: string }).link)).toMatch(/^swl_/);
    const storedKeys = JSON.stringify(await world.db('idempotency_keys'));
    expect(storedKeys).not.toContain('swl_');
  });

  test('gives no access before its password is set, and gets the same refusal as an unknown user', async () => {
    const { userName } = await invite();
    const [none, nobody] = [
      await post('/api/auth', { userName, password: NEW }),
      await post('/api/auth', { userName: `${newId()}@example.com`, password: NEW }),
    ];
    expect([none.status, { ...(none.json as object), requestId: '' }]).toEqual([
      401,
      { ...(nobody.json as object), requestId: '' },
    ]);
  });
});

describe('a forgotten password', () => {
  test('gets the same answer, headers and work whether the address exists, is deactivated or does not exist', async () => {
    const [knownUser, former] = [await makeUser(), await makeUser()];
    await deactivateUser(office(), { id: former.id });
    const statements: string[] = [];
    const hear = ({ sql }: { sql: string }) => void statements.push(sql);
    const compare = async (email: string) => {
      await world.db('rate_limits').delete();
      statements.length = 0;
      world.db.on('query', hear);
      const { status, json, headers } = await ask(email);
      world.db.removeListener('query', hear);
      const { 'x-request-id': _, date: __, ...same } = headers;
      return { status, json, headers: same, statements: statements.toSorted() };
    };
    await compare(knownUser.userName); // prepares what all share
    const expectedWork = await compare(knownUser.userName);
    expect(expectedWork.status).toBe(200);
    expect(expectedWork.statements.some((sql) => sql.includes('add_job'))).toBe(true);
    expect(await compare(former.userName)).toEqual(expectedWork);
    expect(await compare(`${newId()}@example.com`)).toEqual(expectedWork);
    await work();
  });

  test('by email: the link sets a new one once, ends every session on every server, and sends a notice', async () => {
    const { userName } = await makeUser();
    const token = await readToken(world, userName);
    const status = async (base: string) =>
      (await send(base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': token } })).status;
    expect([await status(api.base), await status(second.base)]).toEqual([200, 200]);
    await ask(userName.toUpperCase());
    await work();
    const text = linkIn(mailsTo(userName)[0]);
    expect((await use(text)).status).toBe(200);
    await expect.poll(() => status(api.base)).toBe(401);
    await expect.poll(() => status(second.base)).toBe(401);
    expect([await signIn(userName, OLD), await signIn(userName, NEW)]).toEqual([401, 200]);
    await work();
    expect(mailsTo(userName)[1]).toContain('If it was not you');
    expect((await use(text)).status).toBe(422);
    const trail = (await world
      .db('audit_entries')
      .where({ action: 'set password' })
      .orderBy('at', 'desc')
      .first()) as object;
    expect(trail).toMatchObject({ actor_name: 'Sue Short', entity: 'user' });
  });

  test('sends nothing to others, and the log states why', async () => {
    const former = await makeUser();
    await deactivateUser(office(), { id: former.id });
    const nobody = `${newId()}@example.com`;
    const before = sink.mails.length;
    await ask(former.userName);
    await ask(nobody);
    await work();
    expect(sink.mails.length).toBe(before);
    expect((await events(former.userName))[0]).toBe(
      'link refused: asked for a new password: the account is deactivated',
    );
    expect(await events(nobody)).toEqual(['link refused: asked for a new password: no account has this address']);
  });

  test('is limited by address and by account', async () => {
    const { userName } = await makeUser();
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await ask(userName)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const nobody = `${newId()}@example.com`;
    const otherTimes: number[] = [];
    for (let n = 0; n < 5; n++) otherTimes.push((await ask(nobody)).status);
    expect(otherTimes).toEqual(statuses);
    for (let n = 0; n < 20; n++) await ask(`${newId()}@example.com`);
    expect((await ask(`${newId()}@example.com`)).status).toBe(429);
    await work();
    for (let n = 0; n < 4; n++) {
      await world.db('rate_limits').delete(); // as from another address
      await post('/api/auth/forgotten', { email: userName }, {}, second.base);
    }
    await work();
    expect(mailsTo(userName)).toHaveLength(5);
    expect(await events(userName)).toContain('link refused: asked for a new password: too many links in an hour');
  });

  test('builds its link from no address in the request', async () => {
    const { userName } = await makeUser();
    await askOnce(userName, {
      host: '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    });
    await work();
    expect(linkIn(mailsTo(userName)[0])).not.toBe('');
    expect(mailsTo(userName)[0]).not.toMatch(/203\.0\.113|evil/);
  });

  test('without a mail server notifies the super admins, who can create a link', async () => {
    const { id, userName } = await makeUser();
    await askOnce(userName);
    await work(withoutMail);
    const notices = await world.db('notifications').where('content', 'like', `%${userName}%`).pluck('msg');
    expect(notices).toEqual(['Sue Short asked for a new password']);
    const { link, msg } = await createUserLink(office(withoutMail), { id });
    expect([msg, (await use(getText(link))).status]).toEqual(['Link created. It works once, for one hour.', 200]);
    await expect(createUserLink(office(), { id: world.actor('office.admin').id ?? '' })).rejects.toMatchObject({
      code: 'own-account',
    });
  });
});

describe('a link', () => {
  test('is stored only as a hash after it was sent', async () => {
    const { userName } = await makeUser();
    await askOnce(userName);
    await work();
    const text = linkIn(mailsTo(userName)[0]);
    const tables = [
      'sign_in_links',
      'outbox_messages',
      'audit_entries',
      'access_events',
      'job_runs',
      'idempotency_keys',
    ];
    for (const table of tables) expect(JSON.stringify(await world.db(table)), table).not.toContain(text.slice(37));
    const [mail] = (await listOutbox(office(), { search: userName })).items;
    expect(mail?.text).toContain('[the link is only in the email]');
    expect(JSON.stringify(await world.db('outbox_messages').where({ status: 'sent' }))).not.toContain('sealed');
    expect(api.log.join('\n')).not.toContain('swl_');
  });

  test('is not sent from the outbox after it has expired', async () => {
    const email = `${newId()}@example.com`;
    await inviteUser(office(), { name: 'Pat Long', email, role: 'Office User' });
    await world
      .db('outbox_messages')
      .where({ status: 'waiting' })
      .update({ status: 'failed', error: 'It did not answer.' });
    const [mail] = (await listOutbox(office(), { search: email })).items;
    await forgetSecrets(world.db, new Date(Date.now() + HOUR));
    await expect(resendMessage(office(), { id: mail?._id ?? '' })).rejects.toThrow('its link has expired');
  });

  test('is not used up by programs that open it, nor by reading it', async () => {
    const { link, userName } = await invite();
    for (const method of ['GET', 'HEAD'])
      for (const path of [
        '/welcome',
        `/welcome?link=${link}`,
        '/api/auth/link',
        '/api/auth/link/use',
        `/api/auth/link/use?link=${link}&password=${NEW}`,
      ])
        await send(api.base, { method, path, headers: {} });
    for (let n = 0; n < 5; n++) expect((await check(link)).status).toBe(200);
    expect((await use(link)).status).toBe(200);
    expect(await signIn(userName, NEW)).toBe(200);
  });

  test('is used once when two tabs use it at the same time, on two servers', async () => {
    for (let round = 0; round < 5; round++) {
      const { link, userName } = await invite();
      const passwords = ['Barn-Grape-7731', 'Barn-Grape-7732', 'Barn-Grape-7733', 'Barn-Grape-7734'];
      const useAnswers = await Promise.all(
        passwords.map((password, n) => use(link, password, n % 2 ? second.base : api.base)),
      );
      const wins = passwords.filter((_, n) => useAnswers[n]?.status === 200);
      expect(useAnswers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
      await world.db('rate_limits').delete();
      for (const password of passwords) expect(await signIn(userName, password)).toBe(password === wins[0] ? 200 : 401);
      await world.db('rate_limits').delete();
    }
  });

  test('survives a refused password, and one set in the meantime takes precedence', async () => {
    const { id, link } = await invite();
    for (const password of ['short', 'Password123', 'Pat-Long-2026'])
      expect((await use(link, password)).json).toMatchObject({ errors: [{ path: 'password' }] });
    const [useAnswer, newLink] = await Promise.all([use(link), createUserLink(office(), { id })]);
    const later = (await use(getText(newLink.link), 'Barn-Grape-7735')).status;
    expect([useAnswer.status, later]).toSatisfy(
      ([one, two]: number[]) => (one === 422 && two === 200) || (one === 200 && (two === 200 || two === 422)),
    );
  });

  test("is valid for an hour or three days by the server's clock, to the second", async () => {
    const { id } = await makeUser();
    for (const [hours, make] of [
      [1, () => createUserLink(office(), { id })],
      [
        72,
        async () =>
          inviteUser(office(withoutMail), { name: 'Pat', email: `${newId()}@example.com`, role: 'Office User' }),
      ],
    ] as const) {
      const text = getText((await make()).link);
      const began = Date.now();
      const at = async (ms: number) => {
        const server = await openApi(world, { clock: { now: () => new Date(began + ms) }, outside: withMail });
        try {
          return (await post('/api/auth/link', { link: text }, {}, server.base)).status;
        } finally {
          await server.server.stop();
        }
      };
      expect([await at(hours * HOUR - 60_000), await at(hours * HOUR + 1000)]).toEqual([200, 422]);
    }
  });

  test('does not reveal why it is invalid; guesses are refused the same way and before any hashing', async () => {
    const { link } = await invite();
    await use(link);
    const getFailure = (text: string) =>
      use(text).then(({ status, json }) => ({ status, ...(json as object), requestId: '' }));
    const failure = await getFailure(link);
    expect(failure).toMatchObject({ status: 422, code: 'link-invalid' });
    const guesses = [
      '',
      'swl_',
      link.slice(0, -1),
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      `swl_${'0'.repeat(32)}_${'A'.repeat(43)}`,
    ];
    for (const guess of guesses) expect(await getFailure(guess)).toEqual(failure);
    expect((await post('/api/auth/link/use', { link: { $ne: 1 }, password: NEW })).status).toBe(400);
    const many = await Promise.all(Array.from({ length: 150 }, () => use(guesses[4] ?? '')));
    expect(new Set(many.map(({ status }) => status))).not.toContain(200);
    expect(many.filter(({ json }) => (json as { code: string }).code === 'busy')).toEqual([]);
  });

  test('page and answers cannot be framed, cached or leak the address', async () => {
    const { link } = await invite();
    for (const answer of [
      await send(api.base, { method: 'GET', path: '/welcome', headers: {} }),
      await check(link),
      await ask('x@example.com'),
    ]) {
      expect(answer.headers['x-frame-options']).toBe('DENY');
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    }
    expect((await check(link)).headers['cache-control']).toBe('no-store');
  });

  test('is deleted 90 days after it expired', async () => {
    const { id } = await invite();
    await forgetOldLinks(world.db, new Date(Date.now() + 92 * 24 * HOUR));
    expect(await world.db('sign_in_links').where({ user_id: id })).toHaveLength(1);
    await forgetOldLinks(world.db, new Date(Date.now() + 94 * 24 * HOUR));
    expect(await world.db('sign_in_links').where({ user_id: id })).toEqual([]);
  });
});
