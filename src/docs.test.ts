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

/** The links of a document to files and headings of this repository. */
const getLinks = (document: string): { document: string; target: string; heading: string }[] =>
  [...read(document).matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)/g)].map(([, link = '', heading = '']) => ({
    document,
    target: link === '' ? document : path.join(path.dirname(document), link),
    heading,
  }));

/** The headings of a document as links name them: "Add a slice" is `add-a-slice`. */
const getHeadings = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const documents = ['CONTRIBUTING', 'docs/security', 'docs/reliability', 'docs/pricing-rules', 'docs/architecture'].map(
  (name) => `${name}.md`,
);

test.each(documents)('every file and folder that %s names exists', (document) => {
  const paths = namedPaths(read(document));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('every link in a document leads to a file, and to a heading in it', () => {
  const files = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (file) => `docs/${file}`,
  );
  const links = [...files, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => getLinks(file));
  expect(links.length).toBeGreaterThan(80);
  const broken = links.filter(
    ({ target, heading }) =>
      !existsSync(path.join(root, target)) || (heading !== '' && !getHeadings(read(target)).includes(heading)),
  );
  expect(broken).toEqual([]);
});

test.each(documents)('every test that %s names is in its file', (document) => {
  const missing = namedTests(read(document)).filter(({ file, name }) => !isIn(read(file), name));
  expect(missing).toEqual([]);
});

test('the README has the commands to begin with, and every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const namedScripts = (document: string): string[] =>
    [...read(document).matchAll(/\bnpm (?:run ([a-z:]+)|(test|start)\b)/g)].map(
      ([, script, verb = '']) => script ?? verb,
    );
  for (const name of ['demo', 'test', 'dev', 'start']) expect(namedScripts('README.md')).toContain(name);
  const names = [...documents, 'README.md', 'docs/operations.md', 'docs/performance.md'].flatMap(namedScripts);
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
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
