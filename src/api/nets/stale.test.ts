import { expect, test } from 'vitest';
import { topics } from '../../domain/kernel/topics.js';
import { routes } from '../routes.js';

/** The reads that no topic makes stale, and the reasons. */
const reloadedOtherwise: Readonly<Record<string, string>> = {
  '/api/reports': 'the names of the reports, which do not change',
  '/api/search': 'each search asks again',
  '/api/setup': 'read before anyone can sign in',
  '/api/trail': 'every change would reload it; the page is loaded again on request',
  '/api/trail/choices': 'the same',
  '/api/version': 'checked regularly',
};

const stale = Object.values(topics).flatMap((topic): readonly string[] => topic.stale);
const reads = routes
  .filter(({ key, file, media, image }) => key.startsWith('GET ') && !file && !media && !image)
  .map(({ key }) => key.slice('GET '.length));

test('each read is made stale by a topic, except those that are reloaded otherwise', () => {
  expect(reads.length).toBeGreaterThan(100);
  const unheard = reads.filter((read) => !stale.some((start) => read.startsWith(start)));
  expect(unheard.toSorted()).toEqual(Object.keys(reloadedOtherwise));
});

test('each path of a topic leads to a read', () => {
  expect([...new Set(stale)].filter((start) => !reads.some((read) => read.startsWith(start)))).toEqual([]);
});
