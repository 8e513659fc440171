import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createSupportDesk } from './monday.js';

test('the token of the board is sent only to the configured address', async () => {
  const tokens: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    tokens.push(url);
    expect(headers.authorization).toBe('token');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const desk = createSupportDesk({
    SUPPORT_MONDAY_TOKEN: 'token',
    SUPPORT_MONDAY_BOARD: '1',
    SUPPORT_MONDAY_GROUP: 'Support',
    SUPPORT_MONDAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
  });
  try {
    expect(await desk?.findGroup()).toBe('unreachable');
    expect(tokens).toEqual(['/v2']);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
