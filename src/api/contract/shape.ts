import { createHash } from 'node:crypto';
import type { OpenApi } from './openapi.js';

/** The parts of a schema that a client relies on, without descriptions. */
const ONLY_FOR_PEOPLE: ReadonlySet<string> = new Set(['description', 'summary', 'example', 'examples', 'tags']);

const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (key, part: unknown) => (ONLY_FOR_PEOPLE.has(key) ? undefined : part)) ?? '')
    .digest('hex')
    .slice(0, 8);

/** One line for each call: its name and digests of its parameters, body and responses. */
export const describeShape = ({ paths }: OpenApi): string =>
  Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, call]) => {
        const { parameters, responses, ...rest } = call;
        return `${method.toUpperCase()} ${path} ${digest(parameters)} ${digest(rest)} ${digest(responses)}`;
      }),
    )
    .sort()
    .map((line) => `${line}\n`)
    .join('');

/** Identifies a shape in the changelog. */
export const nameShape = (shape: string): string => digest(shape);

const PARTS = ['parameters', 'body or name', 'response'];

/** The differences between two shapes, one line per call. */
export function compareShapes(before: string, after: string): string[] {
  const [old, now] = [before, after].map(readShape) as [Shape, Shape]; // each has both
  const addedLines = [...now.keys()].filter((call) => !old.has(call)).map((call) => `- Added \`${call}\`.`);
  const removedLines = [...old.keys()].filter((call) => !now.has(call)).map((call) => `- Removed \`${call}\`.`);
  const changedLines = [...now].flatMap(([call, parts]) => {
    const was = old.get(call);
    const which = PARTS.filter((_, n) => was && was[n] !== parts[n]);
    return which.length > 0 ? [`- Changed \`${call}\`: ${which.join(', ')}.`] : [];
  });
  return [...addedLines, ...changedLines, ...removedLines];
}

type Shape = ReadonlyMap<string, readonly string[]>;

const readShape = (text: string): Shape =>
  new Map(
    text.split('\n').flatMap((line): [string, string[]][] => {
      const [method, path, ...parts] = line.split(' ');
      return path ? [[`${method} ${path}`, parts]] : [];
    }),
  );
