import { isObject } from '../../domain/kernel/objects.js';
import type { Route } from '../route.js';
import { examples, readRecorded, type Example, type RecordedResponse } from './examples.js';
import type { Schema } from './json-schema.js';

/** Examples by title, in OpenAPI form. */
export type Examples = Readonly<Record<string, { readonly value: unknown }>>;
interface ExampleRun {
  readonly example: Example;
  readonly recorded: RecordedResponse;
}

/** The recorded examples of a call: their requests and their responses. */
export interface CallExamples {
  /** The `examples` for the JSON body of the request. */
  body(): { examples?: Examples };
  /** The `examples` for a parameter. */
  parameter(name: string, place: 'path' | 'query', schema: Schema): { examples?: Examples };
  /** The `examples` for the JSON of responses with this status. */
  answers(status: number): { examples?: Examples };
}

/** What the examples of the guide show of a call. */
export function readExamples({ key }: Pick<Route, 'key'>): CallExamples {
  const all = getRan().filter(({ example }) => example.call === key);
  const acceptedExamples = all.filter(({ recorded: { status } }) => status < 400);
  return {
    body: () =>
      nameExamples(
        acceptedExamples
          .filter(({ example }) => example.body !== undefined)
          .map(({ example: { title, body }, recorded: { sent } }) => [title, sent ?? body]),
      ),
    parameter: (name, place, schema) =>
      nameExamples(
        acceptedExamples.flatMap((ran): NamedExample[] => {
          const value = getValue(ran, name, place);
          return value === undefined ? [] : [[ran.example.title, asTyped(value, schema)]];
        }),
      ),
    answers: (status) =>
      nameExamples(
        all
          .filter(({ recorded: one }) => one.status === status && getWhole(one) !== null)
          .map(({ example: { title }, recorded: one }) => [title, getWhole(one)]),
      ),
  };
}

let exampleRuns: readonly ExampleRun[] | undefined;

/** The examples with their responses; read once. */
function getRan(): readonly ExampleRun[] {
  if (exampleRuns) return exampleRuns;
  const recordedAnswers = readRecorded();
  exampleRuns = examples.flatMap((example) => {
    const answer = recordedAnswers[example.title];
    return answer ? [{ example, recorded: answer }] : [];
  });
  return exampleRuns;
}

type NamedExample = readonly [title: string, value: unknown];

const getWhole = ({ whole, answer }: RecordedResponse): unknown => whole ?? answer;

/** Titles as keys that are allowed in a document. */
const nameExamples = (entries: readonly NamedExample[]): { examples?: Examples } =>
  entries.length === 0
    ? {}
    : { examples: Object.fromEntries(entries.map(([title, value]) => [toKey(title), { summary: title, value }])) };

const toKey = (title: string): string => title.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();

/** The value that a request had for a parameter, from the recorded path. */
function getValue(
  { example: { call, path }, recorded }: ExampleRun,
  name: string,
  place: 'path' | 'query',
): string | undefined {
  const url = new URL(recorded.path ?? path, 'http://localhost');
  if (place === 'query') return url.searchParams.get(name) ?? undefined;
  const at = call
    .slice(call.indexOf(' ') + 1)
    .split('/')
    .indexOf(`:${name}`);
  const value = at < 0 ? undefined : url.pathname.split('/')[at];
  return value === undefined || value.includes('%7B') ? undefined : decodeURIComponent(value);
}

/** A query text converted to the type of its parameter. */
function asTyped(text: string, schema: Schema): unknown {
  const { type } = schema;
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  return isObject(schema) && type === 'array' ? text.split(',') : text;
}
