import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Logger } from '../context.js';
import { connect } from './database.js';
import { onStandby, pairStandby, standbyFault } from './standby.js';
import { useTestDatabase } from '../../testing/database.js';

const database = useTestDatabase();
let primary: Knex;
const otherServers: Knex[] = [];
const warnings: string[] = [];
const logger: Logger = {
  info: () => undefined,
  warn: (details, message) => void warnings.push(`${message}: ${(details as { err: Error }).err.message}`),
  error: () => undefined,
};
const readBy = async (db: Knex) => Promise.resolve(db === primary ? 'primary' : 'standby');

beforeAll(() => {
  primary = connect(database.url, { max: 3 });
});
afterAll(() => Promise.all([primary, ...otherServers].map((db) => db.destroy())));

function pair(url: string): void {
  const standby = connect(url, { max: 2 });
  otherServers.push(standby);
  pairStandby(primary, standby);
  warnings.length = 0;
}

test('without a standby, reports read from the primary', async () => {
  expect(await onStandby(primary, logger, readBy)).toBe('primary');
  expect(await standbyFault(primary)).toBeNull();
  expect(warnings).toEqual([]);
});

test('a database that is not a standby is not used, and reported once', async () => {
  pair(database.url);
  expect(await standbyFault(primary)).toBe('DATABASE_READ_URL is not a standby of DATABASE_URL');
  expect(await onStandby(primary, logger, readBy)).toBe('primary');
  expect(await onStandby(primary, logger, readBy)).toBe('primary');
  expect(warnings).toEqual([
    'the standby cannot be used: the report is read from the primary: DATABASE_READ_URL is not a standby of DATABASE_URL',
  ]);
});

test('an unreachable standby is not waited for twice', async () => {
  pair('postgresql://nobody@127.0.0.1:1/nothing');
  expect(await onStandby(primary, logger, readBy)).toBe('primary');
  expect(await onStandby(primary, logger, readBy)).toBe('primary');
  expect(warnings).toEqual([expect.stringMatching(/ECONNREFUSED/)]);
});

test('a refused report does not count as a failure of the database', async () => {
  const refuse = () => Promise.reject(new Error('refused'));
  await expect(onStandby(primary, logger, refuse)).rejects.toThrow('refused');
});
