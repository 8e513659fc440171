import { ApiError } from '../../../lib/server/api.js';
import { isObject } from '../../../../domain/kernel/objects.js';

/** One problem of a form: the field (empty for the whole form) and a message. */
export interface Problem {
  readonly path: string;
  readonly msg: string;
}

/** What a form throws to refuse its own input, with a message at a field. */
export const refuseField = (path: string, msg: string): ApiError =>
  new ApiError(400, 'invalid-input', msg, [{ path, msg }]);

/** The problems of a refused save, each with a message that names its field. */
export function listProblems(error: ApiError, labels: ReadonlyMap<string, string>): Problem[] {
  if (error.errors.length === 0) return [{ path: '', msg: error.msg }];
  return error.errors.map(({ path, msg }) => {
    const label = labels.get(path);
    if (label === undefined) return { path: '', msg: path ? `${path}: ${msg}` : msg };
    return { path, msg: addLabel(label, msg) };
  });
}

/** A field's message: prefixed with its label if it only states the problem, `must be less than 1,000`. */
export const addLabel = (label: string, msg: string): string => (/^[a-z]/.test(msg) ? `${label} ${msg}` : msg);

/** The problems found by the fields, in form order; a message that could apply to several fields names its field. */
export function fieldProblems(errors: object, labels: ReadonlyMap<string, string>): Problem[] {
  const order = [...labels.keys()];
  const problems = flatten(errors, '').sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  const isNameless = ({ msg }: Problem) =>
    /\bthis field\b/i.test(msg) || problems.filter((p) => p.msg === msg).length > 1;
  return problems.map((problem) => {
    const label = isNameless(problem) ? labels.get(problem.path) : undefined;
    return label === undefined ? problem : { ...problem, msg: `${label}: ${problem.msg}` };
  });
}

/**
 * The problems that are still open: of the whole form, and of the fields that have an error, in the words of the error
 * they have now.
 */
export const openProblems = (
  problems: readonly Problem[],
  errors: object,
  labels: ReadonlyMap<string, string>,
): Problem[] => {
  const current = new Map(flatten(errors, '').map(({ path, msg }) => [path, msg]));
  return problems.flatMap((problem) => {
    const { path, msg } = problem;
    if (path === '') return [problem];
    const now = current.get(path);
    if (now === undefined) return [];
    return [msg.endsWith(now) ? problem : { path, msg: addLabel(labels.get(path) ?? '', now).trim() }];
  });
};

/** Whether one of two paths lies within the other, or they are the same. */
export const isWithin = (one: string, other: string): boolean =>
  `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);

function flatten(errors: object, prefix: string): Problem[] {
  return Object.entries(errors).flatMap(([name, value]: [string, unknown]) => {
    if (!isObject(value)) return [];
    const path = prefix ? `${prefix}.${name}` : name;
    const { message, type } = value;
    if (typeof type !== 'string') return flatten(value, path);
    return [{ path, msg: typeof message === 'string' && message ? message : 'is not valid' }];
  });
}

/** The labels of the changed fields; a list of lines counts once. */
export function unsavedFields(dirtyFields: object, labels: ReadonlyMap<string, string>): string[] {
  const names = Object.entries(dirtyFields)
    .filter(([, value]) => isDirty(value))
    .map(([name]) => name);
  return [...new Set(names.flatMap((name) => formatLabels(name, labels)))];
}

const isDirty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isDirty) : value === true;

function formatLabels(name: string, labels: ReadonlyMap<string, string>): string[] {
  const label = labels.get(name);
  if (label !== undefined) return [label];
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return [words.charAt(0).toUpperCase() + words.slice(1)];
}
