import { expect, test } from 'vitest';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerSql } from './sql.js';

const world = useWorld();
const sql = (...args: string[]) => runCommand(world.url, registerSql, 'sql', ...args);

test('a query is answered as a table, CSV, JSON and NDJSON, with its columns even without rows', async () => {
  const query = `select 1 as n, 'a, b' as text, true as yes, '{"a": [1]}'::jsonb as data, 2.50 as price;`;
  expect(await sql(query)).toMatchObject({
    code: 0,
    out: expect.stringContaining('a, b') as unknown,
    notes: '1 row.\n',
  });
  expect((await sql(query, '--csv')).out).toBe('n,text,yes,data,price\r\n1,"a, b",true,"{""a"":[1]}",2.50\r\n');
  const row = { n: 1, text: 'a, b', yes: true, data: { a: [1] }, price: '2.50' };
  expect(JSON.parse((await sql(query, '--json')).out)).toEqual([row]);
  expect(JSON.parse((await sql(query, '--output', 'ndjson')).out)).toEqual(row);
  expect((await sql('select id from orders where false', '--csv')).out).toBe('id\r\n');
  const many = (await sql('select * from generate_series(1, 2500) as n', '--output', 'ndjson')).out;
  expect(many.trim().split('\n')).toHaveLength(2500);
  expect((await sql('explain select 1')).out).toContain('Result');
});

test('two columns of one name are refused, because a row has one value for a name', async () => {
  expect(await sql('select 1 as a, 2 as a', '--csv')).toMatchObject({
    code: 2,
    out: '',
    notes: expect.stringContaining('two columns are named "a"') as unknown,
  });
});

test.each([
  ['delete from orders'],
  ['with gone as (delete from orders returning 1) select * from gone'],
  ['select 1; delete from orders'],
  ['commit; delete from orders'],
  ['explain analyze delete from orders'],
  ['explain select 1; delete from orders'],
  ["select set_config('transaction_read_only', 'off', true)"],
  ["select nextval('graphile_worker.jobs_id_seq1')"],
  ["copy (select 1) to program 'true'"],
  ['select nothing from nowhere'],
])('the server refuses anything but reads: %s', async (query) => {
  const before = await world.db('orders').count({ n: '*' }).first();
  const result = await sql(query);
  expect(result).toMatchObject({
    code: 2,
    out: '',
    notes: expect.stringMatching(/^The database rejected the query: /) as unknown,
  });
  expect(await world.db('orders').count({ n: '*' }).first()).toEqual(before);
});

test('a query that takes too long ends, and --as is refused', async () => {
  expect(await sql('select pg_sleep(30)', '--seconds', '1')).toMatchObject({
    ...{ code: 1, out: '', notes: 'The query took longer than 1 s. Add --seconds for more.\n' },
  });
  expect(await sql('select 1', '--as', 'office.admin@demo.test')).toMatchObject({ code: 2, out: '' });
  expect(await sql('')).toMatchObject({ code: 2, notes: expect.stringContaining('add a query') as unknown });
});
