import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const CODE = /`([^`\n]+)`/g;
const PATH = /^(src|e2e|strength|bench|scripts|migrations|docs|examples|fixtures|bin)\/[\w./-]*$/;
/** A file, perhaps followed by the names of its tests and of files next to it. */
const FILE = /^[\w./-]+\.(ts|tsx|js|mjs|md|json|yml)$/;

/**
 * The files and folders that a text names, relative to the root; a name without a folder is in the folder, or next to
 * the file, named before it.
 */
function namedPaths(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    let folder = '';
    return [...line.matchAll(CODE)].flatMap(([, code = '']) => {
      if (!PATH.test(code)) return FILE.test(code) && folder !== '' ? [path.join(folder, code)] : [];
      folder = code.endsWith('/') ? code : path.dirname(code);
      return [code];
    });
  });
}

/** The tests that a text names: quoted after a test file, up to the next file or cell. */
function namedTests(text: string): { file: string; name: string }[] {
  return text.split(/[|\n]/).flatMap((cell) => {
    let folder = '';
    return [...cell.matchAll(/`([\w./-]+\.test\.tsx?)`([^`]*)/g)].flatMap(([, code = '', after = '']) => {
      const file = PATH.test(code) ? code : path.join(folder, code);
      folder = path.dirname(file);
      return [...after.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name }));
    });
  });
}

/** Whether a source has a test of this name; `…` in it stands for any omitted part. */
const isIn = (source: string, name: string): boolean =>
  name.split('…').every((part) => source.replaceAll("\\'", "'").includes(part.trim()));

const documents = ['CONTRIBUTING', 'docs/security', 'docs/reliability', 'docs/pricing-rules', 'docs/architecture'].map(
  (name) => `${name}.md`,
);

test.each(documents)('every file and folder that %s names exists', (document) => {
  const paths = namedPaths(read(document));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/operations.md', 'docs/guides/admin.md', 'CHANGELOG.md'])(
  'every file that %s links to is there',
  (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links).not.toEqual([]);
    expect(links.filter((link) => !existsSync(path.join(root, path.dirname(document), link)))).toEqual([]);
  },
);

test.each(documents)('every test that %s names is in its file', (document) => {
  const missing = namedTests(read(document)).filter(({ file, name }) => !isIn(read(file), name));
  expect(missing).toEqual([]);
});

test('the floor plan has every district of the domain', () => {
  const [, plan = ''] = /```text\n([\s\S]*?)```/.exec(read('docs/architecture.md')) ?? [];
  const floors = [...plan.matchAll(/^ {2}(?:top {5}|ground {2}| {8})([a-z][\w/]*) {2}/gm)].map(
    ([, floor = '']) => floor,
  );
  const folders = readdirSync(path.join(root, 'src/domain'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name);
  expect(floors.toSorted()).toEqual([...folders, 'imports/reading'].toSorted());
});

describe('the table of requirements', () => {
  const lines = read('docs/security.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const rows = lines
    .filter(([, ids = '']) => /^V\d+\.\d/.test(ids))
    .flatMap(([, ids = '', , answer = '']) => ids.split(', ').map((id) => ({ id, answer })));
  const answers = ['met', 'not applicable', 'operator', 'open'];

  test('has each of the 253 of levels 1 and 2 once, with an answer', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
    expect(rows).toHaveLength(253);
    expect(rows.filter(({ answer }) => !answers.includes(answer))).toEqual([]);
  });

  test('has sums that match, by chapter and in all', () => {
    const sums = lines.filter(([, chapter = '', ...counts]) => /^(V\d+ |all 253)/.test(chapter) && counts.length === 5);
    expect(sums).toHaveLength(18);
    for (const [, chapter = '', ...counts] of sums) {
      const prefix = chapter.startsWith('V') ? `${chapter.split(' ')[0]}.` : '';
      const inIt = rows.filter(({ id }) => id.startsWith(prefix));
      const counted = answers.map((answer) => inIt.filter((row) => row.answer === answer).length);
      expect(counts.slice(0, 4).map(Number), chapter).toEqual(counted);
    }
  });
});
