import type { FieldError } from '../../kernel/errors.js';
import type { Check } from './checks.js';
import { isObject } from '../../kernel/objects.js';

/** The path of a value, turned into text only when there is a problem to report. */
export interface Path {
  readonly parent: Path | null;
  readonly key: string | number;
}

/** Adds the problems of the value at `parent.key` to `errors`. */
export type Rule = (value: unknown, errors: FieldError[], parent: Path | null, key: string | number) => void;

export type ShapeFields = Readonly<Record<string, unknown>>;

/** A rule about several fields of the object at `at`. */
export type Relation = (fields: ShapeFields, errors: FieldError[], at: Path) => void;

/** A value that is required and must pass the check. */
export const requiredShape =
  (check: Check): Rule =>
  (value, errors, parent, key) => {
    const msg = value === undefined || value === null ? 'is required' : check(value);
    if (msg !== null) errors.push({ path: getPath(parent, key), msg });
  };

/** A value that may be null or absent (not set); otherwise it must pass the check. */
export const optional =
  (check: Check): Rule =>
  (value, errors, parent, key) => {
    if (value === undefined || value === null) return;
    const msg = check(value);
    if (msg !== null) errors.push({ path: getPath(parent, key), msg });
  };

/** A field that is checked by a relation of its object. */
export const related: Rule = () => undefined;

/** A field that does not affect any figure. */
export const ignored: Rule = () => undefined;

/** A required object, with a rule for each field of T and relations between them. */
export function object<T>(rules: { readonly [K in keyof T]-?: Rule }, ...relations: readonly Relation[]): Rule {
  const entries = Object.entries<Rule>(rules);
  return (value, errors, parent, key) => {
    if (!isObject(value) || Array.isArray(value)) {
      errors.push({ path: getPath(parent, key), msg: value == null ? 'is required' : 'must be an object' });
      return;
    }
    const at = { parent, key };
    for (const [name, rule] of entries) rule(value[name], errors, at, name);
    for (const relation of relations) relation(value, errors, at);
  };
}

/** Allows null or absent; any other value must pass the rule. */
export const maybe =
  (rule: Rule): Rule =>
  (value, errors, parent, key) => {
    if (value !== undefined && value !== null) rule(value, errors, parent, key);
  };

/** A list whose elements must all pass the rule; may be null or absent. */
export const listShape = (rule: Rule): Rule =>
  maybe((value, errors, parent, key) => {
    if (!Array.isArray(value)) {
      errors.push({ path: getPath(parent, key), msg: 'must be a list' });
      return;
    }
    const at = { parent, key };
    for (let n = 0; n < value.length; n += 1) rule(value[n], errors, at, n);
  });

/** Formats a path: `addOns[2].quantity`; empty for the whole case. */
export function getPath(parent: Path | null, key: string | number): string {
  const before = parent ? getPath(parent.parent, parent.key) : '';
  if (typeof key === 'number') return `${before}[${key}]`;
  return before && key ? `${before}.${key}` : before + key;
}
