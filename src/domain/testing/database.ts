import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  /** Drops a database even if connections are still open. */
  drop(): Promise<void>;
}

/** A new, separate migrated database without rows, on the server of this run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `${inject('pgPrefix')}${randomBytes(6).toString('hex')}`;
  await runAsAdmin(`create database ${name} template ${inject('pgTemplate')}`);
  return { url: `${inject('pgUrl')}/${name}`, drop: () => runAsAdmin(`drop database if exists ${name} with (force)`) };
}

/**
 * One database for the tests of a file, created before them and dropped after them. Its `url` is set while they run.
 */
export function useTestDatabase(): { readonly url: string } {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  return {
    get url() {
      if (!database) throw new Error('the database is made in beforeAll: ask for its url in a hook or a test');
      return database.url;
    },
  };
}

async function runAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client(`${inject('pgUrl')}/postgres`);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
