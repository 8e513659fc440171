import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { spoolWhileRead } from './spool.js';

const START = Buffer.alloc(65_536, 'a');

/** A gate that pieces wait at until it is opened. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

test('a reader gets the start while the rest is still being written', async () => {
  const rest = gate();
  async function* pieces() {
    yield START;
    await rest.opened;
    yield Buffer.from('the rest');
  }
  const { content } = await spoolWhileRead(pieces());
  await once(content, 'readable');
  expect(String(content.read(5))).toBe('aaaaa');
  rest.open();
  expect((await buffer(content)).subarray(-8).toString()).toBe('the rest');
});

test('writing does not wait for a slow reader', async () => {
  const ended = gate();
  async function* pieces() {
    for (let n = 0; n < 100; n += 1) yield START;
    await Promise.resolve();
    ended.open();
  }
  const { content } = await spoolWhileRead(pieces());
  await ended.opened;
  expect((await buffer(content)).length).toBe(100 * START.length);
});

test('a failure before the start is complete is thrown', async () => {
  async function* pieces() {
    yield Buffer.from('a little');
    await Promise.reject(new Error('the database is away'));
  }
  await expect(spoolWhileRead(pieces())).rejects.toThrow('the database is away');
});

test('a later failure breaks the content off', async () => {
  const rest = gate();
  async function* pieces() {
    yield START;
    await rest.opened;
    throw new Error('the database is away');
  }
  const { content } = await spoolWhileRead(pieces());
  rest.open();
  await expect(buffer(content)).rejects.toThrow('the database is away');
});

test('a reader that leaves, before its first byte or later, ends the pieces', async () => {
  for (const reads of [false, true]) {
    const left = gate();
    async function* pieces() {
      try {
        for (;;) yield await Promise.resolve(START);
      } finally {
        left.open();
      }
    }
    const { content } = await spoolWhileRead(pieces());
    if (reads) await once(content, 'readable');
    content.destroy();
    await left.opened;
  }
});
