import { Buffer } from 'node:buffer';
import { afterEach, expect, test } from 'vitest';
import { noteRefused, print, printNote, writeStream } from './output.js';

const hostile = 'Barn\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp';
const write = { out: process.stdout.write, notes: process.stderr.write };
afterEach(() => {
  process.stdout.write = write.out;
  process.stderr.write = write.notes;
});

/** The output of `work` on both streams. */
async function readWritten(work: () => unknown): Promise<string> {
  let text = '';
  process.stdout.write = process.stderr.write = (chunk: string | Uint8Array) => ((text += String(chunk)), true);
  await work();
  return text;
}

async function* twoBytes(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 2) yield bytes.subarray(at, at + 2);
}

test.each<[string, () => unknown]>([
  ['a table', () => print({}, null, [{ name: hostile, [hostile]: 1 }])],
  ['csv', () => print({ csv: true }, null, [{ name: hostile }])],
  ['JSON', () => print({ json: true }, { name: hostile }, [])],
  ['a sentence', () => printNote(`Shop ${hostile} not found`)],
  ['a report as csv', () => writeStream(twoBytes(`name\r\n${hostile}\r\n`), false)],
  ['a report as JSON', () => writeStream(twoBytes(JSON.stringify([hostile])), true)],
])('%s shows the stored text and executes none of it', async (_, work) => {
  const text = (await readWritten(work)).replaceAll('\x1b[1m', '').replaceAll('\x1b[22m', ''); // our own bold
  expect(text).toContain('Barn');
  expect(text).not.toMatch(/[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u);
});

test('JSON contains the same, and a streamed file keeps its line ends and letters', async () => {
  const text = await readWritten(() => print({ json: true }, { name: hostile }, []));
  expect(JSON.parse(text)).toEqual({ name: hostile });
  const file = 'Größe,"two\nlines"\r\n€,\r\n';
  expect(await readWritten(() => writeStream(twoBytes(file), false))).toBe(file);
});

test('with --quiet, the first refusals are printed with their reasons, and the number of others', async () => {
  const refused = Array.from({ length: 22 }, (_, n) => [`row ${n + 1}`, 'has no price'] as const);
  expect(await readWritten(() => noteRefused({}, refused))).toBe('');
  const lines = (await readWritten(() => noteRefused({ quiet: true }, refused))).trim().split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([21, 'row 1: has no price.', '2 more refused.']);
});
