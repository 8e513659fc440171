import { afterEach, expect, test } from 'vitest';
import { printNote } from './output.js';
import { openProgress } from './progress.js';

const { isTTY, write } = process.stderr;
afterEach(() => Object.assign(process.stderr, { isTTY, write }));

/** What `work` writes to a terminal. */
function readTerminal(work: () => void): string {
  let text = '';
  process.stderr.isTTY = true;
  process.stderr.write = (chunk: string | Uint8Array) => ((text += String(chunk)), true);
  work();
  return text;
}

test('a progress bar stays on its line, is redrawn at most ten times a second, and is gone at the end', () => {
  const text = readTerminal(() => {
    const progress = openProgress({});
    for (let done = 500; done <= 1000; done += 1) progress?.report(done, 1000, 'Reading');
  });
  expect(text.startsWith(`\r\x1b[KReading ${'█'.repeat(20)}${'░'.repeat(20)} 500/1000\r`)).toBe(true);
  expect(text.split('\r').length).toBeLessThan(20);
  expect(text).not.toContain('\n');
  expect(text.endsWith('\r\x1b[K')).toBe(true);
});

test('a message is not written over it', () => {
  const text = readTerminal(() => {
    openProgress({})?.report(1, 4, 'Saving');
    printNote('The disk is full.');
  });
  expect(text.endsWith(' 1/4\r\x1b[KThe disk is full.\n')).toBe(true);
});

test('there is none with --quiet or --json, or without a terminal', () => {
  readTerminal(() => {
    expect(openProgress({ quiet: true })).toBeUndefined();
    expect(openProgress({ json: true })).toBeUndefined();
  });
  process.stderr.isTTY = false;
  expect(openProgress({})).toBeUndefined();
});
