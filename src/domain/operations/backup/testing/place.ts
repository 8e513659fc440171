import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

/** A folder for the files of a test file, and databases to restore into. */
interface Place {
  path(name: string): string;
  /** Creates a database without tables, owned by the given role; dropped when the run ends. */
  createBlank(owner?: string): Promise<string>;
  runAsAdmin(sql: string): Promise<void>;
}

export function usePlace(): Place {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-backup-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return { path: (name) => path.join(folder, name), createBlank, runAsAdmin };
}

async function createBlank(owner?: string): Promise<string> {
  const name = `${inject('pgPrefix')}${randomBytes(6).toString('hex')}`;
  await runAsAdmin(`create database ${name} ${owner ? `owner ${owner}` : ''}`);
  const url = new URL(`${inject('pgUrl')}/${name}`);
  if (owner) Object.assign(url, { username: owner, password: owner });
  return url.toString();
}

async function runAsAdmin(sql: string): Promise<void> {
  const client = new pg.Client(`${inject('pgUrl')}/postgres`);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
