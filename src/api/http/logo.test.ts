import { expect, test } from 'vitest';
import { pictures } from '../../domain/testing/pictures.js';
import { useWorld } from '../../domain/testing/world.js';
import { type Person, useApi } from '../testing/api.js';

const world = useWorld();
const api = useApi(world);

async function upload(who: Person, bytes: Buffer, name: string) {
  const body = new FormData();
  body.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/svg+xml' }), name);
  const headers = { 'x-auth-token': await api.token(who) };
  const answer = await fetch(`${api.base}/api/company/logo`, { method: 'POST', body, headers });
  return { status: answer.status, json: (await answer.json()) as { msg: string; item?: { logo: { url: string } } } };
}

test('a logo is served without a session, as a picture that browsers may cache but not run', async () => {
  const { status, json } = await upload('office.admin', pictures.png(30, 30), '../../logo.svg');
  expect(status).toBe(200);
  const address = `${api.base}${json.item?.logo.url}`;
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  const other = await fetch(`${address.slice(0, -1)}x`);
  expect(other.status).toBe(404);
  expect(other.headers.get('cache-control')).toBe('no-store');
});

test('a hostile file with a harmless name is refused with a reason, and changes nothing', async () => {
  const before = await fetch(`${api.base}/api/setup`).then((answer) => answer.json());
  const page = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(400));
  expect(await upload('office.admin', page, 'logo.png')).toEqual({
    status: 422,
    json: expect.objectContaining({ code: 'unreadable-file', msg: expect.stringContaining('PNG, JPEG or WebP') }),
  });
  expect((await upload('office.admin', Buffer.alloc(3_000_000), 'logo.png')).status).toBe(422);
  expect((await upload('office.user', pictures.png(9, 9), 'logo.png')).status).toBe(403);
  expect(await fetch(`${api.base}/api/setup`).then((answer) => answer.json())).toEqual(before);
});
