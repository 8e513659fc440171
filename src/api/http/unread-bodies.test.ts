import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useWorld } from '../../domain/testing/world.js';
import { tokens, useApi } from '../testing/api.js';
import { formatHead, Line } from '../testing/line.js';

const world = useWorld();
const api = useApi(world);

let line: Line;
beforeEach(() => {
  line = new Line(api.server.port);
});
afterEach(() => line.socket.destroy());

const nextVisitor = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a refused request whose body was not read does not block its connection', () => {
  const few = 'a'.repeat(9_000);
  const junk = 'a'.repeat(200_000);
  const compressed = gzipSync(randomBytes(150_000)).toString('latin1');
  const many = '1'.repeat(900_000);
  const refusedRequests: Readonly<Record<string, readonly [status: string, request: string]>> = {
    'gzip that is none': ['400', formatHead('POST /api/auth', few.length, { 'Content-Encoding': 'gzip' }) + few],
    'brotli that is none': ['400', formatHead('POST /api/auth', few.length, { 'Content-Encoding': 'br' }) + few],
    'a packed body that is too long': [
      '413',
      formatHead('POST /api/auth', compressed.length, { 'Content-Encoding': 'gzip' }) + compressed,
    ],
    'an encoding nobody knows': [
      '400',
      formatHead('POST /api/auth', junk.length, { 'Content-Encoding': 'zip' }) + junk,
    ],
    'a type that is not read': [
      '400',
      formatHead('POST /api/auth', junk.length, { 'Content-Type': 'image/png' }) + junk,
    ],
    'nobody signed in': ['401', formatHead('POST /api/orders', many.length) + many],
    'a call that does not exist': ['404', formatHead('POST /api/nothing', many.length) + many],
    'a page': ['404', formatHead('POST /login', many.length) + many],
  };
  test.each(Object.entries(refusedRequests))('%s: the next request is answered', async (_, [status, request]) => {
    line.send(Buffer.from(request, 'latin1'));
    await line.answers(1);
    line.send(nextVisitor);
    expect(await line.answers(2)).toEqual([status, '200']);
  });

  test('a body that is too long and continues closes the connection after the answer', async () => {
    line.send(formatHead('POST /api/auth', 40_000_000));
    for (let n = 0; n < 30; n++) line.send('x'.repeat(100_000));
    expect(await line.answers(2)).toEqual(['413']);
    expect(line.received).toMatch(/\r\nConnection: close\r\n/i);
    expect(line.received).toContain('"code":"too-large"');
  });

  test('a body that never arrives closes the connection after the answer', async () => {
    line.send(formatHead('POST /api/orders', 500_000));
    expect(await line.answers(2)).toEqual(['401']);
    expect(line.received).toMatch(/\r\nConnection: close\r\n/i);
  });

  test('an upload that is refused for its form', async () => {
    const token = await api.token('office.user');
    const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'x-auth-token': token };
    line.send(formatHead('POST /api/orders', junk.length, type) + junk);
    await line.answers(1);
    line.send(nextVisitor);
    expect(await line.answers(2)).toEqual(['400', '200']);
  });

  test('an upload whose token has expired', async () => {
    const endedToken = tokens.sign({ userId: world.actor('office.user').id ?? '', generation: 99 }, new Date());
    line.send(formatHead('POST /api/orders', many.length, { 'x-auth-token': endedToken }) + many);
    await line.answers(1);
    line.send(nextVisitor);
    expect(await line.answers(2)).toEqual(['401', '200']);
  });
});
