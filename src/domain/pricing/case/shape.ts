import type { FieldError } from '../../kernel/errors.js';
import type { Check } from './checks.js';
import { isObject } from '../../kernel/objects.js';

/** Where a value stands; written out only when there is something to say about it. */
export interface Path {
  readonly parent: Path | null;
  readonly key: string | number;
}

/** Adds what is wrong with the value at `parent.key` to `errors`. */
export type Rule = (value: unknown, errors: FieldError[], parent: Path | null, key: string | number) => void;

export type Fields = Readonly<Record<string, unknown>>;

/** A rule on several fields of an object that stands at `at`. */
export type Relation = (fields: Fields, errors: FieldError[], at: Path) => void;

/** A value that must be set and pass the check. */
export const required =
  (check: Check): Rule =>
  (value, errors, parent, key) => {
    const msg = value === undefined || value === null ? 'is required' : check(value);
    if (msg !== null) errors.push({ path: pathOf(parent, key), msg });
  };

/** A value that may be null or absent (not set), else must pass the check. */
export const optional =
  (check: Check): Rule =>
  (value, errors, parent, key) => {
    if (value === undefined || value === null) return;
    const msg = check(value);
    if (msg !== null) errors.push({ path: pathOf(parent, key), msg });
  };

/** A field that a relation of its object checks. */
export const related: Rule = () => undefined;

/** A field that no figure depends on. */
export const ignored: Rule = () => undefined;

/** An object that must be there, with a rule for each field of T and relations between them. */
export function object<T>(rules: { readonly [K in keyof T]-?: Rule }, ...relations: readonly Relation[]): Rule {
  const entries = Object.entries<Rule>(rules);
  return (value, errors, parent, key) => {
    if (!isObject(value) || Array.isArray(value)) {
      errors.push({ path: pathOf(parent, key), msg: value == null ? 'is required' : 'must be an object' });
      return;
    }
    const at = { parent, key };
    for (const [name, rule] of entries) rule(value[name], errors, at, name);
    for (const relation of relations) relation(value, errors, at);
  };
}

/** What may be null or absent, else must pass the rule. */
export const maybe =
  (rule: Rule): Rule =>
  (value, errors, parent, key) => {
    if (value !== undefined && value !== null) rule(value, errors, parent, key);
  };

/** A list, possibly null or absent, of what passes the rule. */
export const list = (rule: Rule): Rule =>
  maybe((value, errors, parent, key) => {
    if (!Array.isArray(value)) {
      errors.push({ path: pathOf(parent, key), msg: 'must be a list' });
      return;
    }
    const at = { parent, key };
    for (let n = 0; n < value.length; n += 1) rule(value[n], errors, at, n);
  });

/** `addOns[2].quantity`; empty for the whole. */
export function pathOf(parent: Path | null, key: string | number): string {
  const before = parent ? pathOf(parent.parent, parent.key) : '';
  if (typeof key === 'number') return `${before}[${key}]`;
  return before && key ? `${before}.${key}` : before + key;
}
