import { beforeAll, expect, test } from 'vitest';
import { createKey } from '../../domain/company/keys/service.js';
import { updateSource, listSources } from '../../domain/imports/feed/sources/service.js';
import { createOutside } from '../../domain/kernel/platform/outside.js';
import { brokenInvariants } from '../../domain/operations/doctor/invariants.js';
import { useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
import { hostileJson } from '../testing/hostile.js';
import { send } from '../testing/http.js';
import { readSampleRows } from '../../domain/imports/feed/testing/feed-rows.js';

const world = useWorld();
const api = useApi(world);
const [sample = {}] = readSampleRows();
const outside = createOutside('the secret of the installation of these tests');
let key = '';

beforeAll(async () => {
  const ctx = world.ctx('office.admin', { clock: { now: () => new Date() } });
  ({ key } = await createKey(ctx, { name: 'Sales system', scopes: ['orders.import'] }));
});

/** Sends rows as JSON text and returns the result of each. */
async function push(rows: readonly string[]) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await send(api.base, { method: 'POST', path: '/api/orders', headers, raw: `[${rows.join(',')}]` });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  const rowResults = (answer.json as { rows: { state: string }[] }).rows;
  expect(rowResults).toHaveLength(rows.length);
  return rowResults.map(({ state }) => state);
}

const getName = (n: number) => `H-${n}`;
/** A row with one field replaced by JSON text. */
function rowWith(n: number, minute: number, field: string, json: string): string {
  const timestamp = `2026-11-01T10:${String(minute).padStart(2, '0')}:00Z`;
  const fields = { ...sample, id: getName(n), serialNumber: getName(n), timestamp, dateCancelled: null };
  const entries = Object.entries(fields).filter(([name]) => name !== field);
  return `{${[...entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), `${JSON.stringify(field)}:${json}`].join(',')}}`;
}

const fields = [...Object.keys(sample), '__proto__', 'constructor', 'externalId', 'addOns', 'total'];
/** Values that a body may contain. One that is nested too deeply would refuse the whole body. */
const hostile = hostileJson.filter((json) => !/[[{]{50}|(\{"\w+":){20}/.test(json));
/** A value for each field, a different one in each round. */
const round = (minute: number): string[] =>
  fields.map((field, n) => rowWith(n, minute, field, hostile[(n * 7 + minute * 5) % hostile.length] ?? 'null'));

test('hostile values in any field of a pushed row are refused or accepted row by row', async () => {
  await push(fields.map((_, n) => rowWith(n, 0, 'driverName', '"Amos"')));
  const [source] = (await listSources(world.ctx('office.admin'), {})).items;
  await updateSource(world.ctx('office.admin', { outside }), {
    id: source?._id ?? '',
    settings: { brakePercent: 100, brakeAmount: null, takesAtOnce: ['facts', 'build', 'money', 'lines', 'match'] },
  });
  const states = new Set<string>();
  for (let minute = 1; minute < 13; minute++) for (const state of await push(round(minute))) states.add(state);
  expect([...states]).toEqual(expect.arrayContaining(['refused', 'applied', 'unchanged']));
  expect(await brokenInvariants(world.db)).toEqual([]);
});
