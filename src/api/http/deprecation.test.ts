import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { openApi } from '../contract/openapi.js';
import { dealerRoutes } from '../routes/company/dealers.js';
import { markDeprecated } from './deprecation.js';
import { send } from '../testing/http.js';

const [entry] = dealerRoutes.routes;
const deprecation = { since: '2026-12-01', sunset: '2027-06-01', instead: 'GET /api/orders' } as const;

test('every answer of a deprecated call states since when, until when, and what to use instead', async () => {
  const app = new Koa();
  for (const mark of markDeprecated({ deprecated: deprecation })) app.use(mark);
  app.use((ctx) => {
    ctx.status = ctx.path === '/refused' ? 403 : 200;
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/', '/refused'])
      expect((await send(base, { method: 'GET', path })).headers).toMatchObject({
        deprecation: '@1796083200', // date -u -d 2026-12-01 +%s
        sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
        link: '</api/docs#deprecation>; rel="deprecation"; type="text/html", </api/orders>; rel="successor-version"',
      });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  expect(markDeprecated({})).toEqual([]);
});

test('the OpenAPI document marks it', () => {
  const { paths, components } = openApi([
    { ...dealerRoutes, routes: [{ ...entry, deprecated: deprecation }] },
  ]) as ReturnType<typeof openApi> & {
    readonly components: { readonly headers: object };
  };
  const [operation] = Object.values(Object.values(paths)[0] ?? {});
  expect(operation).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('it may be removed from 2027-06-01. Use GET /api/orders instead.') as unknown,
    responses: { [entry.status ?? 200]: { headers: { Deprecation: {}, Sunset: {}, Link: {} } } },
  });
  expect(components.headers).toHaveProperty('Sunset');
});
