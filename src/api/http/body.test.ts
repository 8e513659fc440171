import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
import { computeDigest } from '../testing/digest.js';
import { send } from '../testing/http.js';

const world = useWorld();
const api = useApi(world);

const post = async (path: string, raw: Buffer, headers: Record<string, string> = {}) =>
  send(api.base, {
    method: 'POST',
    path,
    raw,
    headers: { 'content-type': 'application/json', 'x-auth-token': await api.token('office.admin'), ...headers },
  });
const dealer = async (name: string) => JSON.stringify({ name, shop: await world.findShopId(homeShop), city: 'Dover' });
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const isStored = async (name: string) => (await world.db('dealers').where({ name }).pluck('name')).length === 1;

test('names in UTF-8 are stored as sent, even with a byte order mark or compressed', async () => {
  const answers = [
    await post('/api/dealer', Buffer.from(await dealer('Müller 😀'))),
    await post('/api/dealer', Buffer.from(`\uFEFF${await dealer('Möller')}`), {
      'content-type': 'application/json; charset="UTF-8"',
    }),
    await post('/api/dealer', gzipSync(await dealer('Mäller')), { 'content-encoding': 'gzip' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  for (const name of ['Müller 😀', 'Möller', 'Mäller']) expect(await isStored(name)).toBe(true);
});

test.each<[string, string, (text: string) => Buffer, Record<string, string>, RegExp]>([
  ['a byte that is not UTF-8', '/api/dealer', latin1, {}, /: line 1 is not valid UTF-8\.?$/],
  ['a later line that is not UTF-8', '/api/dealer', (text) => latin1(`{\n\n${text.slice(1)}`), {}, /: line 3 is/],
  [
    'an upload that is not UTF-8',
    '/api/dealer/import',
    (text) => latin1(`[${text}]`),
    {},
    /: line 1 is not valid UTF-8/,
  ],
  [
    'packed bytes that are not UTF-8',
    '/api/dealer',
    (text) => gzipSync(latin1(text)),
    { 'content-encoding': 'gzip' },
    /line 1/,
  ],
  [
    'another charset',
    '/api/dealer',
    latin1,
    { 'content-type': 'application/json; charset=iso-8859-1' },
    /charset is iso-8859-1; send UTF-8/,
  ],
  [
    'another charset of an upload',
    '/api/dealer/import',
    (text) => Buffer.from(`[${text}]`),
    { 'content-type': 'application/json; charset=UTF-16' },
    /charset is UTF-16; send UTF-8/,
  ],
  ['UTF-16', '/api/dealer', (text) => Buffer.from(text, 'utf16le'), {}, /Could not read the request/],
  ['no JSON', '/api/dealer', (text) => Buffer.from(`{\n "x": 1,\n}${text}`), {}, /unexpected "}" at line 3, column 1/],
  ['a text alone', '/api/dealer', () => Buffer.from('"Müller"'), {}, /send an object/],
])('%s is refused, and nothing is stored', async (_, path, bytes, headers, message) => {
  const before = await computeDigest(world.db);
  const { status, json } = await post(path, bytes(await dealer('Müller')), headers);
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { code: 'invalid-input', msg: expect.stringMatching(message) as string },
  });
  expect(await computeDigest(world.db)).toEqual(before);
});

test('a JSON file in a form is refused with its line, and with line and column if it is not JSON', async () => {
  const upload = async (bytes: Buffer) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/json' }), 'orders.json');
    const headers = { 'x-auth-token': await api.token('office.admin') };
    const answer = await fetch(`${api.base}/api/orders?preview=true`, { method: 'POST', body, headers });
    return { status: answer.status, json: (await answer.json()) as object };
  };
  expect(await upload(latin1('[\n{"customer": "M\xfcller"}]'))).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'file', msg: 'line 2 is not valid UTF-8' }] },
  });
  expect(await upload(Buffer.from('[\n{"customer": "Müller",}]'))).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'file', msg: 'is not valid JSON: unexpected "}" at line 2, column 23' }] },
  });
});

test('a large upload, read piece by piece, is accepted or refused like a small one', async () => {
  const row = `{"Name":"Müller","note":"${'ä'.repeat(60)}😀 \\"]},{"},\n`;
  const rows = Buffer.from(`\uFEFF[\n${row.repeat(10_000)}{"Name":"last"}\n]`);
  const url = '/api/orders?preview=true';
  const key = { 'idempotency-key': 'large' };
  const uploadAnswer = await post(url, rows, key);
  expect(uploadAnswer).toMatchObject({ status: 200, json: { counts: { refused: 10_001 } } });
  const badBytes = Buffer.concat([rows.subarray(0, -2), latin1('"\xfc"]')]);
  for (const [bytes, sentence] of [
    [Buffer.from(`[{"x":"${'y'.repeat(2 * 1024 * 1024)}"}]`), /^has a row or value of more than 1 MB\.?$/],
    [rows.subarray(0, -1), /: unexpected end at line 10003, column 1\.?$/],
    [Buffer.concat([rows, Buffer.from(',')]), /: unexpected "," at line 10003, column 2\.?$/],
    [badBytes, /: line 10002 is not valid UTF-8\.?$/],
  ] as const) {
    expect(await post(url, bytes)).toMatchObject({
      status: 400,
      json: { msg: expect.stringMatching(sentence) as string },
    });
  }
});

test('the fields of a form are short, and kept in memory', async () => {
  const form = new FormData();
  form.append('sheet', 'x'.repeat(65 * 1024));
  form.append('file', new Blob(['Name']), 'a.csv');
  const packedForm = new Response(form);
  const type = packedForm.headers.get('content-type') ?? '';
  const answer = await post('/api/dealer/import', Buffer.from(await packedForm.arrayBuffer()), {
    'content-type': type,
  });
  expect(answer).toMatchObject({ status: 400, json: { msg: 'Could not read the request: Field value too long' } });
});

test.each(['x[4294967294]', 'x[1001]', 'x[a][b][c]', 'x[a][4294967294]'])(
  'a field of a form named %s is refused, because it would become a list of billions or a deep object',
  async (name) => {
    const form = new FormData();
    form.append(name, '1');
    form.append('file', new Blob(['Name']), 'a.csv');
    const packedForm = new Response(form);
    const type = packedForm.headers.get('content-type') ?? '';
    const headers = { 'content-type': type, 'idempotency-key': `name ${name}` };
    const body = Buffer.from(await packedForm.arrayBuffer());
    expect(await post('/api/dealer/import', body, headers)).toMatchObject({
      status: 400,
      json: { msg: expect.stringMatching(/^Could not read the request: Field name/) as string },
    });
  },
);
