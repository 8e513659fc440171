import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first. One that starts last would leave the other workers idle. */
const longest = [
  'api/nets/malformed',
  'api/nets/access',
  'backup/continuous/',
  'api/nets/leaks',
  'e2e/screens',
  'e2e/office-desk',
  'e2e/cron',
  'e2e/empty-company',
  'e2e/two-at-once',
];

/** Starts with the slowest known files; the others follow in vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files);
    return sortedFiles
      .map((file, at) => ({ file, at, rank: getRank(file.moduleId) }))
      .sort((a, b) => a.rank - b.rank || a.at - b.at)
      .map(({ file }) => file);
  }
}

function getRank(path: string): number {
  const index = longest.findIndex((name) => path.includes(name));
  return index === -1 ? longest.length : index;
}
