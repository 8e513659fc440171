import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { measureBytesInUse } from '../../domain/testing/memory.js';
import { useWorld } from '../../domain/testing/world.js';
import { openApi, useApi, type Api } from '../testing/api.js';
import { formatHead, Line } from '../testing/line.js';

const world = useWorld();
const api = useApi(world);
const lines: Line[] = [];
const openOne = (on: Api) => {
  const line = new Line(on.server.port);
  lines.push(line);
  return line;
};
beforeEach(() => world.db('rate_limits').delete());
afterEach(() => lines.splice(0).forEach((line) => line.socket.destroy()));

const MB = 1024 * 1024;
const call = 'PUT /api/item/shop/update/all?preview=true';
const small = { body: [{ Category: 'x', Name: 'y' }] };
const upload = (on: Api, who: 'shop.user' | 'shop.admin') => on.call(who, 'PUT', call.slice(4), small);

describe('uploads that never end', () => {
  test(
    'of one user use little memory; the fourth waits, then is refused; others can upload',
    { timeout: 20_000 },
    async () => {
      const server = await openApi(world, {
        capacity: { uploads: { atOnce: Infinity, each: 3, waiting: 50, waitMs: 500 } },
      });
      try {
        const token = await server.token('shop.user');
        const before = await measureBytesInUse();
        const openLines = Array.from({ length: 55 }, () => {
          const line = openOne(server);
          line.send(formatHead(call, 3 * MB, { 'x-auth-token': token }) + '[' + '0,'.repeat(MB));
          return line;
        });
        const refusals = await new Promise<string[]>((resolve) => {
          const answered: string[] = [];
          for (const line of openLines)
            void line.answers(1).then(() => {
              answered.push(line.received);
              if (answered.length === 52) resolve(answered);
            });
        });
        for (const answer of refusals) {
          expect(answer).toContain('HTTP/1.1 429');
          expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i);
        }
        expect((await measureBytesInUse()) - before).toBeLessThan(40 * MB);
        expect((await upload(server, 'shop.admin')).status).toBe(200);
        expect((await server.call('shop.user', 'GET', '/api/auth')).status).toBe(200);
        for (const line of openLines) line.socket.destroy();
        expect((await upload(server, 'shop.user')).status).toBe(200);
      } finally {
        await server.server.stop();
      }
    },
  );

  test('are refused if there is no room for their files, and the room is freed', async () => {
    const server = await openApi(world, { capacity: { bodiesInFiles: MB } });
    const toSent = (kilobytes: number) =>
      server.call('shop.user', 'PUT', call.slice(4), { body: [{ Name: 'x'.repeat(kilobytes * 1024) }] });
    try {
      for (let n = 0; n < 3; n++) expect((await toSent(900)).status).toBe(200);
      const refusal = await toSent(2000);
      expect(refusal).toMatchObject({ status: 429, json: { code: 'busy' } });
      expect(refusal.headers['retry-after']).toBe('5');
      expect((await toSent(900)).status).toBe(200);
    } finally {
      await server.server.stop();
    }
  });
});

test.each([
  ['directly', 'POST /api/orders?preview=true', '200', ''],
  ['to look at it row by row', 'POST /api/imports/orders', '201', 'large'],
])('of a large file of orders, uploaded %s, only the orders are kept in memory', async (_, path, status, key) => {
  const blanks = Buffer.alloc(MB, ' ');
  const start = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="orders.json"\r\n\r\n' +
      '[{"serialNumber": 1, "model": "A", "basePrice": 1}',
  );
  const end = Buffer.from(']\r\n--x--\r\n');
  const token = await api.token('office.admin');
  const inUseFor = async (megabytes: number): Promise<number> => {
    const line = openOne(api);
    const headers = {
      'x-auth-token': token,
      'Content-Type': 'multipart/form-data; boundary=x',
      ...(key && { 'Idempotency-Key': key + megabytes }),
    };
    const inUse = await world.db.transaction(async (tx) => {
      await tx.raw('lock table imports in access exclusive mode'); // there, a file is looked up when it is read
      line.send(formatHead(path, start.length + megabytes * MB + end.length, headers));
      [start, ...Array<Buffer>(megabytes).fill(blanks), end].forEach((piece) => line.send(piece));
      await vi.waitFor(async () => {
        const { rows } = (await tx.raw('select from pg_locks where not granted')) as { rows: object[] };
        expect(rows).toHaveLength(1);
      }, 10_000);
      return measureBytesInUse();
    });
    expect(await line.answers(1)).toEqual([status]);
    expect(line.received).toContain('"refused":1');
    return inUse;
  };
  const small = await inUseFor(2);
  expect((await inUseFor(40)) - small).toBeLessThan(10 * MB);
});

describe('a slow client', () => {
  let quick: Api;
  beforeEach(async () => {
    quick = await openApi(world, { capacity: { arriveMs: 300, unreadMs: 300, bodiesInFiles: 3 * MB } });
  });
  afterEach(() => quick.server.stop());

  test.each([
    ['a head that drips in', () => 'GET /healthz HTTP/1.1\r\nHost: loc'],
    ['a body that drips in', () => formatHead('POST /api/auth', 500) + '{'],
    [
      'an upload that stops',
      (token: string) => formatHead(call, 9 * MB, { 'x-auth-token': token }) + '[' + '0,'.repeat(MB),
    ],
    [
      'a form that stops',
      (token: string) =>
        formatHead(call, 9 * MB, { 'x-auth-token': token, 'Content-Type': 'multipart/form-data; boundary=x' }) +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' +
        'a,'.repeat(MB),
    ],
  ])('%s is refused, the connection closed, and its capacity freed', async (_, body) => {
    for (let n = 0; n < 2; n++) {
      const line = openOne(quick);
      line.send(body(await quick.token('shop.user')));
      expect(await line.answers(2)).toEqual(['408']);
      expect(line.received).toMatch(/\r\nconnection: close\r\n/i);
    }
  });

  test('an answer that the client does not read is abandoned', async () => {
    const sockets: Socket[] = [];
    const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
    channel('http.server.request.start').subscribe(note);
    const line = openOne(quick);
    line.socket.pause();
    line.send('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30));
    await once(line.socket, 'connect');
    while (!sockets[0]) await new Promise((resolve) => setImmediate(resolve));
    channel('http.server.request.start').unsubscribe(note);
    if (!sockets[0].closed) await once(sockets[0], 'close');
    expect(sockets[0].bytesWritten).toBeGreaterThan(0);
  });
});

test('anonymous callers can send only 16 kB of JSON', async () => {
  const signIn = (password: string) => api.call(null, 'POST', '/api/auth', { body: { userName: 'a@b.c', password } });
  expect((await signIn('x'.repeat(16 * 1024))).status).toBe(413);
  expect((await signIn('x'.repeat(15 * 1024))).status).toBe(400);
  const value = 'x'.repeat(9000);
  for (const key of ['one', 'two'])
    expect(
      (await api.call('shop.user', 'PUT', '/api/users/preferences', { body: { key, value, more: value } })).status,
    ).toBe(200);
});

test('anonymous callers can send little, even if it unpacks to nothing', async () => {
  const nothing = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')));
  const line = openOne(api);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  line.send(formatHead('POST /api/auth', nothing.length, headers));
  line.socket.write(nothing);
  expect(await line.answers(1)).toEqual(['413']);
});

describe('files', () => {
  test('of one user do not make another wait', async () => {
    await world.createOrders(1);
    const id = ((await world.db('orders').first('id')) as { id: string }).id;
    const query = async (who: 'office.admin' | 'office.user') =>
      `GET /api/orders/${id}/work-order HTTP/1.1\r\nHost: localhost\r\nx-auth-token: ${await api.token(who)}\r\n\r\n`;
    const [many, one] = await Promise.all([query('office.admin'), query('office.user')]);
    let answerCount = 0;
    const all = Array.from({ length: 16 }, async () => {
      const line = openOne(api);
      line.send(many);
      expect(await line.answers(1)).toEqual(['200']);
      answerCount += 1;
    });
    const other = openOne(api);
    other.send(one);
    expect(await other.answers(1)).toEqual(['200']);
    expect(answerCount).toBeLessThan(8);
    await Promise.all(all);
  });

  test('that are sent while they are made keep their turn until they are made', async () => {
    await world.db.raw(
      `insert into payments (id, payment_number, shop_id, payment_date, memo, invoice_count, sub_total, company_total,
         order_total, figures, made_by)
       select gen_random_uuid(), 'Flood ' || n, (select id from shops limit 1), '2026-03-02',
         (select string_agg(md5(random()::text || n || part), '') from generate_series(1, 10) as part), 0, 0, 0, 0, '{}', ''
       from generate_series(1, 6000) as n`,
    );
    let isOver = false;
    const get = () => api.call('office.user', 'GET', '/api/payment/export?format=xlsx');
    const files = Promise.all(Array.from({ length: 10 }, get)).finally(() => (isOver = true));
    const counts: number[] = [];
    while (!isOver)
      counts.push(
        Number(
          (
            await world
              .db('pg_stat_activity')
              .whereLike('query', 'fetch % from all_rows')
              .count({ n: '*' })
              .first<{ n: string }>()
          )?.n,
        ),
      );
    expect((await files).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(Math.max(...counts)).toBeOneOf([1, 2]);
    await world.db('payments').whereLike('payment_number', 'Flood %').delete();
  });

  test('and uploads report how many are left this minute, and are refused when none are', async () => {
    const report = () => api.call('office.user', 'POST', '/api/orders/report', { body: {} });
    const first = await report();
    expect(first.headers['ratelimit-policy']).toBe('"files";q=300;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"files";r=299;t=\d+$/);
    await world.db('rate_limits').whereLike('key', 'file:%').update({ points: 300 });
    const refusal = await report();
    expect(refusal).toMatchObject({ status: 429, json: { code: 'too-many-attempts' } });
    expect(refusal.headers['ratelimit']).toMatch(/^"files";r=0;t=\d+$/);
    expect(refusal.headers['retry-after']).toMatch(/^\d+$/);
    const uploadAnswer = await upload(api, 'shop.user');
    expect(uploadAnswer.headers['ratelimit']).toMatch(/^"uploads";r=59;t=\d+$/);
    expect((await api.call('office.user', 'GET', '/api/auth')).headers['ratelimit']).toBeUndefined();
  });
});

describe('calls of one user', () => {
  /** Sends a call on each connection. Resolves when the server has started all of them. */
  const sendAll = async (waiting: readonly Line[], heads: readonly string[]): Promise<void> => {
    let begun = 0;
    const all = new Promise<void>((resolve) => {
      const note = () => {
        begun += 1;
        if (begun < waiting.length) return;
        channel('http.server.request.start').unsubscribe(note);
        resolve();
      };
      channel('http.server.request.start').subscribe(note);
    });
    waiting.forEach((line, n) => line.send(heads[n] ?? ''));
    await all;
  };
  const headFor = async (on: Api, who: 'shop.user' | 'office.user', what: string, body = '') =>
    formatHead(what, body.length, { 'x-auth-token': await on.token(who), 'content-type': 'application/json' }) + body;
  /** Runs `work` while every call that needs a vendor waits. */
  const whileVendorsAreLocked = (work: () => Promise<void>) =>
    world.db.transaction(async (tx) => {
      await tx.raw('lock table vendors in access exclusive mode');
      await work();
    });

  test.each([
    ['reads', 'GET /api/vendor', '', 'GET /api/auth', ''],
    ['writes', 'POST /api/vendor', '{"name":"Flood #"}', 'PUT /api/users/preferences', '{"key":"a","value":1}'],
  ])(
    'a hundred slow %s do not delay another user, and are all answered in the end',
    async (_, slow, body, call, sentLength) => {
      const flood = Array.from({ length: 100 }, () => openOne(api));
      const heads = flood.map((_, n) => headFor(api, 'shop.user', slow, body.replace('#', String(n))));
      const many = await Promise.all(heads);
      const one = await headFor(api, 'office.user', call, sentLength);
      await whileVendorsAreLocked(async () => {
        await sendAll(flood, many);
        const other = openOne(api);
        other.send(one);
        expect(await other.answers(1)).toEqual(['200']);
        expect(flood.map(({ received }) => received).join('')).toBe('');
      });
      const answers = await Promise.all(flood.map((line) => line.answers(1)));
      expect(new Set(answers.flat())).toEqual(new Set([slow.startsWith('GET') ? '200' : '201']));
    },
  );

  test('beyond the limit of waiting calls are refused, with the time to retry', async () => {
    const small = await openApi(world, { capacity: { calls: { atOnce: 2, each: 1, waiting: 1 } } });
    try {
      const head = await headFor(small, 'shop.user', 'GET /api/vendor');
      const three = Array.from({ length: 3 }, () => openOne(small));
      await whileVendorsAreLocked(async () => {
        await sendAll(three, [head, head, head]);
        const refusal = await Promise.race(three.map(async (line) => (await line.answers(1)) && line.received));
        expect(refusal).toContain('HTTP/1.1 429');
        expect(refusal).toMatch(/\r\nretry-after: 5\r\n/i);
      });
      const answers = await Promise.all(three.map((line) => line.answers(1)));
      expect(answers.flat().sort()).toEqual(['200', '200', '429']);
    } finally {
      await small.server.stop();
    }
  });
});

test('two hundred simultaneous anonymous callers do not make a signed-in user wait', async () => {
  const version = `GET /api/version HTTP/1.1\r\nHost: localhost\r\nx-auth-token: ${await api.token('office.user')}\r\n\r\n`;
  const strangers = Array.from({ length: 200 }, () => openOne(api));
  const knownLine = openOne(api);
  await Promise.all([...strangers, knownLine].map(({ socket }) => once(socket, 'connect')));
  knownLine.send(version);
  await knownLine.answers(1); // from now on the user is cached for a second
  const finishedNames: string[] = [];
  const note = (message: unknown) => void finishedNames.push((message as { request: { url: string } }).request.url);
  channel('http.server.response.finish').subscribe(note);
  for (const line of strangers) line.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  knownLine.send(version);
  expect(await knownLine.answers(2)).toEqual(['200', '200']);
  for (const line of strangers) expect(await line.answers(1)).toEqual(['200']);
  channel('http.server.response.finish').unsubscribe(note);
  expect(finishedNames.indexOf('/api/version')).toBeLessThan(100);
});
