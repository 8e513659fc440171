import { expect, test } from 'vitest';
import { useTestDatabase } from '../../testing/database.js';
import { createClient } from './connection.js';

const database = useTestDatabase();

test('a connection that the server ends while it is idle fails its next query, not the process', async () => {
  const client = createClient(database.url);
  await client.connect();
  const other = createClient(database.url);
  await other.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow();
  await other.end();
});
