import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../domain/kernel/database/database.js';
import { createUser } from '../../domain/company/users/sign-in.js';
import { demoPassword } from '../../domain/operations/demo/accounts.js';
import { newId } from '../../domain/kernel/ids.js';
import { useWorld } from '../../domain/testing/world.js';
import { openApi, useApi, type Api } from '../testing/api.js';
import { computeDigest } from '../testing/digest.js';
import { send } from '../testing/http.js';
import { routes } from '../routes.js';
import { toRequest } from '../testing/requests.js';

const page =
  '<!doctype html><title>Shedworks</title><div id="root"></div><script type="module" src="/assets/app-1a2b3c4d.js"></script>';
const folder = mkdtempSync(path.join(tmpdir(), 'shedworks-dashboard-'));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), page);
writeFileSync(path.join(folder, 'assets', 'app-1a2b3c4d.js'), 'export {};');
writeFileSync(path.join(tmpdir(), 'shedworks-outside.txt'), 'outside');
afterAll(() => rmSync(folder, { recursive: true }));

const world = useWorld();
const api = useApi(world, { dashboardFolder: folder });
const get = (url: string, headers = {}) => send(api.base, { method: 'GET', path: url, headers });

describe('every answer', () => {
  const kinds: Readonly<Record<string, string>> = {
    'the page': '/',
    'an asset': '/assets/app-1a2b3c4d.js',
    'a call': '/api/version',
    'a refusal': '/api/auth',
    'an unknown path': '/assets/no.js',
    health: '/healthz',
    'the API page': '/api/docs',
  };
  const isAnswer = (url: string): boolean => url.startsWith('/api/') && url !== '/api/docs';

  test.each(Object.entries(kinds))('%s has the headers that protect it', async (_, url) => {
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': expect.any(String) as unknown,
      'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/) as unknown,
    });
    const policy: Record<string, string[]> = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((rule): [string, string[]] => [rule.trim().split(' ')[0] ?? '', rule.trim().split(' ').slice(1)]),
    );
    if (isAnswer(url))
      return void expect(policy).toEqual({
        'default-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
      });
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
    });
    expect(policy['script-src-attr']).toEqual(["'none'"]);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  test.each(Object.entries(kinds))('%s declares its type and character set', async (_, url) => {
    const { headers, text } = await get(url);
    const isJson = /^[{[]/.test(text);
    expect(headers['content-type']).toMatch(
      isJson ? /^application\/json; charset=utf-8$/ : /^text\/\w+; charset=utf-8$/,
    );
  });

  test('over HTTP never requires HTTPS', async () => {
    const { headers } = await get('/');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toMatch(/upgrade-insecure-requests/);
  });

  test('over TLS makes browsers keep using TLS', async () => {
    const { headers } = await send(guardedApi.base, {
      method: 'GET',
      path: '/',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('hides its server software, and keeps calls out of caches', async () => {
    const { headers } = await api.call('office.user', 'GET', '/api/auth');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('has the request ID that was sent, if it is valid', async () => {
    expect((await get('/api/version', { 'x-request-id': 'abc-12345678' })).headers['x-request-id']).toBe(
      'abc-12345678',
    );
    expect(
      (await get('/api/version', { 'x-request-id': '<script>alert(1)</script>' })).headers['x-request-id'],
    ).toMatch(/^[\w-]{36}$/);
  });
});

describe('the dashboard', () => {
  test('is the page for every screen, revalidated each time', async () => {
    for (const url of ['/', '/login', '/company/orders/new', '/shop/orders/building?search=12']) {
      const { status, text, headers } = await get(url);
      expect({ status, text, cache: headers['cache-control'] }).toEqual({ status: 200, text: page, cache: 'no-cache' });
    }
  });

  test('has assets that are cached forever, and a 404 for a missing one', async () => {
    const asset = await get('/assets/app-1a2b3c4d.js');
    expect(asset).toMatchObject({ status: 200, text: 'export {};' });
    expect(asset.headers['cache-control']).toMatch(/max-age=31536000.*immutable/);
    for (const url of ['/assets/missing.js', '/assets/missing.css', '/favicon-none.ico']) {
      const missing = await get(url);
      expect(missing.status, url).toBe(404);
      expect(missing.text).not.toContain('<title>');
    }
  });

  test('serves no file outside its folder', async () => {
    const up = path.relative(folder, path.join(tmpdir(), 'shedworks-outside.txt'));
    for (const url of [
      `/${up}`,
      `/assets/../${up}`,
      `/${encodeURIComponent(up)}`,
      `/assets/%2e%2e%2f${up}`,
      '/%2e%2e/%2e%2e/etc/passwd.txt',
      '/assets/..%5c..%5cpackage.json',
      '/.env',
      '/.git/config',
      '/.git/HEAD.txt',
      '/%00.js',
      '/%',
      '/assets/%ff.js',
    ]) {
      const { status, text } = await get(url);
      expect(text, url).not.toMatch(/outside|root:|DATABASE_URL/);
      expect(status, url).toBeLessThan(500);
    }
  });
});

describe('the API', () => {
  test('answers JSON for an unknown path, for any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, json } = await api.call('office.admin', method, '/api/nothing/here');
      expect({ status, json }).toEqual({
        status: 404,
        json: {
          msg: `${method} /api/nothing/here not found`,
          code: 'not-found',
          errors: [],
          requestId: expect.any(String) as unknown,
        },
      });
    }
    expect((await get('/api')).text).not.toContain('<title>');
  });

  test('accepts a trailing slash', async () => {
    for (const url of ['/api/version/', '/api/orders/', '/api/auth/'])
      expect((await api.call('office.user', 'GET', url)).status, url).toBe(200);
  });

  test('refuses callers without permission before reading the body', async () => {
    const brokenJson = '{"orders": [{';
    const upload = async (who: 'builder' | 'view.only' | 'office.user', path: string) => {
      const headers = { 'content-type': 'application/json', 'x-auth-token': await api.token(who) };
      return (await send(api.base, { method: 'POST', path, headers, raw: brokenJson })).status;
    };
    expect(await upload('builder', '/api/orders')).toBe(403);
    expect(await upload('view.only', '/api/orders')).toBe(403);
    expect(await upload('view.only', '/api/orders?preview=true')).toBe(400);
    expect(await upload('office.user', '/api/orders')).toBe(400);
  });

  test('prevents caches from storing answers and refusals', async () => {
    for (const who of ['office.user', null] as const)
      expect((await api.call(who, 'GET', '/api/orders')).headers['cache-control']).toBe('no-store');
    const refusedCalls: readonly (readonly [number, string, Record<string, string>])[] = [
      [404, '/api/nothing/here', {}],
      [404, '/api', {}],
      [404, '/assets/no.js', {}],
      [401, '/api/events', {}],
      [403, '/api/version', { host: 'rebound.example' }],
      [403, '/', { host: 'rebound.example' }],
      [403, '/metrics', { 'x-forwarded-for': '203.0.113.9' }],
      [400, '/api/orders?preview=perhaps', { 'x-auth-token': await api.token('office.user') }],
      [200, '/healthz', {}],
      [200, '/readyz', {}],
    ];
    for (const [status, url, headers] of refusedCalls) {
      const answer = await get(url, headers);
      expect([answer.status, answer.headers['cache-control']], url).toEqual([status, 'no-store']);
    }
    expect((await api.call(null, 'PATCH', '/api/orders')).headers['cache-control']).toBe('no-store');
  });

  test('refuses a body above 1 MB, and accepts order uploads up to 50 MB', async () => {
    const large = 'x'.repeat(1_100_000);
    const refusal = await api.call('office.user', 'PUT', '/api/users/preferences', {
      body: { key: 'a', value: large },
    });
    expect({ status: refusal.status, json: refusal.json }).toMatchObject({ status: 413, json: { code: 'too-large' } });
    const uploadAnswer = await api.call('office.user', 'POST', '/api/orders?preview=true', {
      body: { orders: [{ note: large.slice(0, 600_000) }, { note: large.slice(0, 600_000) }] },
    });
    expect(uploadAnswer.status).toBe(200);
  });

  test('reads no body from an unknown caller', async () => {
    expect((await api.call(null, 'POST', '/api/orders', { body: { orders: 'x'.repeat(5_000_000) } })).status).toBe(401);
  });

  test('sends a file for saving under a valid name, never for display as a page', async () => {
    const { status, headers } = await api.call('office.user', 'GET', '/api/exports/dealers');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="Dealers.xlsx"',
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test('refuses a request with an ambiguous end, which a proxy may read differently', async () => {
    const { hostname, port } = new URL(api.base);
    const ambiguous = [
      'Content-Length: 6\r\nTransfer-Encoding: chunked',
      'Content-Length: 6\r\nContent-Length: 5',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
    ];
    for (const head of ambiguous) {
      const socket = net.connect(Number(port), hostname);
      socket.end(`POST /api/auth HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`);
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      const answers = Buffer.concat(chunks)
        .toString('latin1')
        .match(/^HTTP\/1\.1 \d+/gm);
      expect(answers, head).toEqual(['HTTP/1.1 400']);
    }
  });

  test('is not changed by HEAD, OPTIONS, TRACE or PATCH on any of its paths', async () => {
    const before = await computeDigest(world.db);
    const urls = new Set(
      routes.map(
        ({ key }) =>
          toRequest(key, {
            id: world.actor('builder').id,
            orderId: world.actor('builder').id,
            status: 'New',
            number: '1',
            serialNumber: '1',
          }).path,
      ),
    );
    for (const url of urls) {
      for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'TRACE']) {
        const { status, text } = await api.call('office.admin', method, url);
        expect(status, `${method} ${url}`).toBeLessThan(500);
        if (method === 'HEAD') expect(text).toBe('');
      }
    }
    expect(await computeDigest(world.db)).toEqual(before);
  });
});

describe('a text that is the same for everyone', () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
  const urls = ['/api/openapi.json', '/api/docs'];

  test.each(urls)('%s is the same in any encoding', async (url) => {
    const texts = await Promise.all(
      Object.entries(decoders).map(async ([encoding, decode]) => {
        const { status, headers, bytes } = await get(url, { 'accept-encoding': encoding });
        expect({ status, encoding: headers['content-encoding'] ?? 'identity' }).toEqual({ status: 200, encoding });
        expect(headers['vary']).toMatch(/accept-encoding/i);
        return decode(bytes).toString('utf8');
      }),
    );
    expect(texts[0]).toMatch(/Shedworks/);
    expect(new Set(texts).size).toBe(1);
  });

  test.each(urls)('%s is not sent again to a client that has it', async (url) => {
    const { headers, bytes } = await get(url);
    const again = await get(url, { 'if-none-match': String(headers['etag']) });
    expect({ status: again.status, bytes: again.bytes.length }).toEqual({ status: 304, bytes: 0 });
    expect((await get(url, { 'if-none-match': '"another"' })).bytes.equals(bytes)).toBe(true);
  });
});

const ask = (base: string, url: string, headers = {}) => send(base, { method: 'GET', path: url, headers });

describe('a host name', () => {
  const status = async (path: string, headers: Record<string, string>, base = api.base) =>
    (await send(base, { method: 'GET', path, headers })).status;

  test('that is not ours is refused everywhere, in a sentence that states what to do', async () => {
    for (const url of ['/', '/assets/app-1a2b3c4d.js', '/api/version', '/api/setup', '/api/openapi.json', '/metrics']) {
      const answer = await get(url, { host: 'rebound.example:4200' });
      expect(answer, url).toMatchObject({ status: 403, json: { code: 'unknown-host' } });
      expect(answer.text).toContain(
        'This server does not accept requests for rebound.example. To allow it, add the name to ALLOWED_HOSTS',
      );
    }
    for (const host of [
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
      '127.0.0.1@rebound.example',
      'rebound',
    ])
      expect(await status('/api/version', { host }), host).toBe(403);
  });

  test('of this machine, or an IP address, is ours; a probe may use any name', async () => {
    for (const host of [
      'localhost',
      'LOCALHOST:4200',
      'shop.localhost:1',
      '127.0.0.1:9',
      '[::1]:4200',
      '192.168.1.5',
      'localhost.',
    ])
      expect(await status('/api/version', { host }), host).toBe(200);
    for (const url of ['/healthz', '/readyz']) expect(await status(url, { host: 'pod-7' })).toBe(200);
  });

  test('is ours if it is configured; through a trusted proxy both names must be', async () => {
    const ask = (headers: Record<string, string>) => status('/api/version', headers, guardedApi.base);
    expect(await ask({ host: 'Office.Example.com' })).toBe(200);
    expect(await ask({ host: 'office.example.org' })).toBe(403);
    expect(await ask({ host: 'localhost', 'x-forwarded-host': 'office.example.com' })).toBe(200);
    expect(await ask({ host: 'localhost', 'x-forwarded-host': 'rebound.example' })).toBe(403);
    expect(await ask({ host: 'rebound.example', 'x-forwarded-host': 'office.example.com' })).toBe(403);
  });
});

describe('security.txt', () => {
  test('names the contacts and its expiry', async () => {
    const from = { host: 'office.example.com', 'x-forwarded-proto': 'https' };
    const answer = await send(guardedApi.base, { method: 'GET', path: '/.well-known/security.txt', headers: from });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const [first, second, expires = '', ...rest] = answer.text.split('\n');
    expect([first, second]).toEqual(['Contact: mailto:security@example.com', 'Contact: https://example.com/report']);
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / (24 * 3_600_000);
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    expect(rest).toEqual([
      'Preferred-Languages: en',
      'Canonical: https://office.example.com/.well-known/security.txt',
      '',
    ]);
  });

  test('does not exist without a contact', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
  });
});

/** An installation behind a trusted proxy, under its own name. */
let guardedApi: Api;
beforeAll(async () => {
  guardedApi = await openApi(world, {
    metricsToken: 'measure-me-please',
    trustProxy: true,
    allowedHosts: ['office.example.com'],
    securityContacts: ['mailto:security@example.com', 'https://example.com/report'],
  });
});
afterAll(() => guardedApi.server.stop());

describe('health', () => {
  test('reports that the process is alive and that it can serve', async () => {
    expect((await get('/healthz')).json).toEqual({ ok: true });
    expect(await get('/readyz')).toMatchObject({ status: 200, json: { ok: true, database: 'ok', migrations: 'ok' } });
  });

  test('is not ready while a migration is pending', async () => {
    const last = (await world.db('knex_migrations').orderBy('id', 'desc').first()) as { id: number };
    await world.db('knex_migrations').where({ id: last.id }).delete();
    try {
      const notReady = { status: 503, json: { ok: false, migrations: '1 pending' } };
      await expect.poll(() => get('/readyz'), { timeout: 10_000 }).toMatchObject(notReady);
      expect((await get('/healthz')).status).toBe(200);
    } finally {
      await world.db('knex_migrations').insert(last);
    }
    await expect.poll(async () => (await get('/readyz')).status, { timeout: 10_000 }).toBe(200);
  });

  test('is not ready while the database does not accept writes', async () => {
    const probe = connect(world.url, { max: 1 });
    const { base, server } = await openApi(world, { probe });
    try {
      await probe.raw('set default_transaction_read_only = on');
      const notReady = { status: 503, json: { ok: false, database: 'is read-only' } };
      await expect.poll(() => ask(base, '/readyz'), { timeout: 10_000 }).toMatchObject(notReady);
    } finally {
      await server.stop();
    }
  });

  test('queries the database once for all simultaneous checks', async () => {
    let queries = 0;
    const probe = connect(world.url, { max: 2 });
    probe.on('query', ({ sql }: { sql: string }) => void (queries += sql.includes('work_mem') ? 1 : 0));
    const { base, server } = await openApi(world, { probe });
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(base, '/readyz')));
    await server.stop();
    expect(queries).toBeGreaterThan(0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(queries).toBeLessThanOrEqual(2); // they may arrive at the end of one second and the beginning of the next
  });

  test('shows metrics to this machine, or with the token', async () => {
    await get('/api/version');
    expect((await get('/metrics')).text).toMatch(
      /shedworks_request_seconds_count\{method="GET",path="\/api\/version",status="200"\}/,
    );
    expect((await ask(guardedApi.base, '/metrics')).status).toBe(403);
    expect((await ask(guardedApi.base, '/metrics', { authorization: 'Bearer measure-me-pleasf' })).status).toBe(403);
    expect((await ask(guardedApi.base, '/metrics', { authorization: 'Bearer measure-me-please' })).status).toBe(200);
  });

  test('shows waiting and failed work in the database', async () => {
    const message = { id: newId(), kind: 'email', payload: {}, status: 'failed' };
    await world.db('outbox_messages').insert(message);
    const { text } = await get('/metrics');
    await world.db('outbox_messages').where({ id: message.id }).delete();
    expect(text).toContain('shedworks_database_up 1');
    expect(text).toContain('shedworks_outbox_messages{status="failed"} 1');
    expect(text).toMatch(/shedworks_jobs\{state="failed"\} \d+/);
    expect((await get('/metrics')).text).toContain('shedworks_outbox_messages{status="failed"} 0');
  });

  test('shows no metrics to others, even through a proxy', async () => {
    const proxiedApi = await openApi(world, { trustProxy: true });
    try {
      for (const forwardedFor of ['203.0.113.9', '127.0.0.1, 203.0.113.9'])
        // the proxy appends the address it saw
        expect((await ask(proxiedApi.base, '/metrics', { 'x-forwarded-for': forwardedFor })).status).toBe(403);
    } finally {
      await proxiedApi.server.stop();
    }
  });
});

describe('a request from elsewhere', () => {
  /** Headers that only a request from another machine through a proxy has. */
  const signs: readonly Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { host: '192.168.1.5:4200' },
    { origin: 'https://office.example.com' },
  ];
  const credentials = { userName: 'office.admin@demo.test', password: demoPassword };

  test('cannot sign in with a demo account or use its token, whether the proxy is trusted or not', async () => {
    for (const server of [api, guardedApi])
      for (const headers of [...signs, { host: 'office.example.com' }]) {
        const refusal = { status: 403, json: { code: expect.stringMatching(/demo-account|unknown-host/) as unknown } };
        expect(
          await server.call(null, 'POST', '/api/auth', { body: credentials, headers }),
          JSON.stringify(headers),
        ).toMatchObject(refusal);
        expect(
          await server.call('office.admin', 'GET', '/api/auth', { headers }),
          JSON.stringify(headers),
        ).toMatchObject(refusal);
      }
    for (const server of [api, guardedApi]) {
      expect((await server.call(null, 'POST', '/api/auth', { body: credentials })).status).toBe(200);
      expect(
        (await server.call('office.admin', 'GET', '/api/auth', { headers: { origin: 'http://localhost:4200' } }))
          .status,
      ).toBe(200);
    }
  });

  test('can sign in with any other account, and with a demo account if the operator allows it', async () => {
    const openDemo = await openApi(world, { trustProxy: true, openDemo: true });
    try {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      expect((await openDemo.call(null, 'POST', '/api/auth', { body: credentials, headers })).status).toBe(200);
      const userName = `${newId()}@example.com`;
      await createUser(world.ctx('office.admin'), {
        name: 'Ann Oak',
        userName,
        password: 'ten letters+',
        role: 'Office User',
      });
      const body = { userName, password: 'ten letters+' };
      expect((await guardedApi.call(null, 'POST', '/api/auth', { body, headers })).status).toBe(200);
    } finally {
      await openDemo.server.stop();
    }
  });

  test('through an untrusted proxy gets no metrics, and causes one warning', async () => {
    const quiet = await openApi(world);
    try {
      const warnings = () => quiet.log.filter((line) => line.includes('TRUST_PROXY'));
      expect((await ask(quiet.base, '/metrics')).status).toBe(200);
      expect(warnings()).toHaveLength(0);
      for (const headers of signs)
        expect((await ask(quiet.base, '/metrics', headers)).status, JSON.stringify(headers)).toBe(403);
      for (const header of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'via'])
        expect((await ask(quiet.base, '/metrics', { [header]: '127.0.0.1' })).status, header).toBe(403);
      expect(warnings()).toHaveLength(1);
    } finally {
      await quiet.server.stop();
    }
  });
});

test('the log has one line per request, with its ID, and no token, query or body', async () => {
  const start = api.log.length;
  const { headers } = await api.call('office.user', 'GET', '/api/orders?search=very-private', {});
  const lines = api.log.slice(start).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter((line) => line['requestId'] === headers['x-request-id'])).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/api/orders',
      status: 200,
      user: world.actor('office.user').id,
    }) as unknown,
  ]);
  expect(api.log.slice(start).join('')).not.toMatch(/very-private|x-auth-token|eyJ/);
});

test('an unexpected error is answered without details, and logged and stored under its request ID', async () => {
  await world.db.raw('alter table dealers rename to dealers_away');
  try {
    const { status, json, headers } = await api.call('office.user', 'GET', '/api/lookups');
    const requestId = headers['x-request-id'];
    expect({ status, json }).toEqual({
      status: 500,
      json: { msg: 'Something went wrong. We recorded the error.', code: 'unexpected', errors: [], requestId },
    });
    expect(api.log.some((line) => line.includes(String(requestId)) && line.includes('dealers'))).toBe(true);
    await expect
      .poll(() => world.db('error_logs').where({ request_id: requestId }).first('function_name', 'user_name'))
      .toEqual({ function_name: 'GET /api/lookups', user_name: 'Owen Price' });
  } finally {
    await world.db.raw('alter table dealers_away rename to dealers');
  }
});

describe('the tag of an answer', () => {
  const toKnown = (who: Parameters<Api['call']>[0], url: string, tag: unknown, headers = {}) =>
    api.call(who, 'GET', url, { headers: { 'if-none-match': String(tag), ...headers } });

  test('avoids sending a list or a record again until it changes', async () => {
    const [id = ''] = await world.createOrders(1);
    for (const url of ['/api/orders', `/api/orders/${id}`, '/api/payment', '/api/invoice', '/api/dealer']) {
      const first = await api.call('office.admin', 'GET', url);
      const tag = first.headers.etag;
      expect(tag, url).toMatch(/^W\/"[\w-]{43}"$/);
      const again = await toKnown('office.admin', url, tag);
      expect([again.status, again.text, again.headers.etag], url).toEqual([304, '', tag]);
      expect(again.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(again.headers).not.toHaveProperty('content-type');
      expect((await toKnown('office.admin', url, `"another", ${tag}`)).status, url).toBe(304);
      expect((await toKnown('office.admin', url, tag, { 'accept-encoding': 'gzip' })).status, url).toBe(304);
      expect((await toKnown('office.admin', url, 'W/"another"')).status, url).toBe(200);
      expect((await api.call('office.admin', 'HEAD', url)).headers.etag, url).toBe(tag);
    }
    const before = await api.call('office.admin', 'GET', `/api/orders/${id}`);
    await world.db('orders').where({ id }).update({ customer: 'Another' });
    const after = await toKnown('office.admin', `/api/orders/${id}`, before.headers.etag);
    expect(after.status).toBe(200);
    expect(after.text).toContain('"customer":"Another"');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test("never gives a user another's answer, and follows the permission check", async () => {
    const id = await world.createPushedOrder('InQueue');
    for (const url of ['/api/orders', `/api/orders/${id}`]) {
      const tag = (await api.call('office.admin', 'GET', url)).headers.etag;
      const ownAnswer = await toKnown('shop.admin', url, tag);
      expect(ownAnswer.status).toBe(200); // a shop sees less
      expect(ownAnswer.headers.etag).not.toBe(tag);
      expect((await toKnown(null, url, tag)).status).toBe(401);
    }
    const order = (await api.call('office.admin', 'GET', `/api/orders/${id}`)).headers.etag;
    for (const tag of [order, '*']) {
      const foreign = await toKnown('other.shop', `/api/orders/${id}`, tag);
      expect([foreign.status, foreign.headers.etag]).toEqual([404, undefined]);
      expect((await toKnown('builder', '/api/payment', tag)).status).toBe(403);
      expect((await toKnown(null, `/api/orders/${id}`, tag)).status).toBe(401);
    }
  });

  test('does not exist for writes, refusals and files', async () => {
    const writeAnswer = await api.call('office.user', 'PUT', '/api/users/preferences', {
      body: { key: 'a', value: 1 },
    });
    const file = await api.call('office.user', 'GET', '/api/exports/dealers');
    for (const { headers } of [writeAnswer, file]) expect(headers).not.toHaveProperty('etag');
  });
});
