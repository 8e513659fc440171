import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useWorld } from '../domain/testing/world.js';
import { tokens, useApi } from './testing/api.js';

const world = useWorld();
const api = useApi(world);

/** One connection that sends what it is given and knows what came back. */
class Line {
  readonly socket: net.Socket;
  received = '';
  isEnded = false;
  private readonly waiting = new Set<() => void>();

  constructor(port: number) {
    this.socket = net.connect(port, '127.0.0.1');
    const look = () => this.waiting.forEach((one) => one());
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text;
      look();
    });
    for (const event of ['end', 'close', 'error'])
      this.socket.on(event, () => {
        this.isEnded = true;
        look();
      });
  }

  send(text: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(text);
  }

  /** Resolves when so many answers have come, or the connection has ended. */
  answers(count: number): Promise<string[]> {
    return new Promise((resolve) => {
      const look = () => {
        const statuses = this.received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];
        if (statuses.length < count && !this.isEnded) return;
        this.waiting.delete(look);
        resolve(statuses);
      };
      this.waiting.add(look);
      look();
    });
  }
}

let line: Line;
beforeEach(() => {
  line = new Line(api.server.port);
});
afterEach(() => line.socket.destroy());

const head = (path: string, length: number, more: Readonly<Record<string, string>> = {}) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Length: ${length}`]
    .concat(Object.entries({ 'Content-Type': 'application/json', ...more }).map((pair) => pair.join(': ')))
    .join('\r\n') + '\r\n\r\n';
const nextVisitor = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a refused request whose body was not read does not hold its connection', () => {
  const junk = 'a'.repeat(200_000);
  const many = '1'.repeat(900_000);
  const refused: Readonly<Record<string, readonly [status: string, request: string]>> = {
    'text that says it is gzip': ['400', head('/api/auth', junk.length, { 'Content-Encoding': 'gzip' }) + junk],
    'brotli that is none': ['400', head('/api/auth', junk.length, { 'Content-Encoding': 'br' }) + junk],
    'an encoding nobody knows': ['400', head('/api/auth', junk.length, { 'Content-Encoding': 'zip' }) + junk],
    'a type that is not read': ['400', head('/api/auth', junk.length, { 'Content-Type': 'image/png' }) + junk],
    'nobody signed in': ['401', head('/api/orders', many.length) + many],
    'a call that does not exist': ['404', head('/api/nothing', many.length) + many],
    'a page': ['404', head('/login', many.length) + many],
  };
  test.each(Object.entries(refused))('%s: the next request is answered', async (_, [status, request]) => {
    line.send(request);
    await line.answers(1);
    line.send(nextVisitor);
    expect(await line.answers(2)).toEqual([status, '200']);
  });

  test('a body that is too long, and goes on coming, closes it after the answer', async () => {
    line.send(head('/api/auth', 40_000_000));
    for (let n = 0; n < 30; n++) line.send('x'.repeat(100_000));
    expect(await line.answers(2)).toEqual(['413']);
    expect(line.received).toMatch(/\r\nConnection: close\r\n/i);
    expect(line.received).toContain('"code":"too-large"');
  });

  test('a body that never comes closes it after the answer', async () => {
    line.send(head('/api/orders', 500_000));
    expect(await line.answers(2)).toEqual(['401']);
    expect(line.received).toMatch(/\r\nConnection: close\r\n/i);
  });

  test('an upload that is refused for its form', async () => {
    const token = await api.token('office.user');
    const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'x-auth-token': token };
    line.send(head('/api/orders', junk.length, type) + junk);
    await line.answers(1);
    line.send(nextVisitor);
    expect(await line.answers(2)).toEqual(['400', '200']);
  });

  test('an upload whose token has ended', async () => {
    const ended = tokens.sign({ userId: world.actor('office.user').id ?? '', generation: 99 }, new Date());
    line.send(head('/api/orders', many.length, { 'x-auth-token': ended }) + many);
    await line.answers(1);
    line.send(nextVisitor);
    expect(await line.answers(2)).toEqual(['401', '200']);
  });
});
