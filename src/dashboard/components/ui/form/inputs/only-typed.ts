import { isObject } from '../../../../../domain/kernel/objects.js';
/**
 * The newer record with the fields typed here; `started` holds the form's initial values. Untouched fields take the
 * newer values.
 */
export function onlyTyped<T extends object>(values: T, started: object, theirs: T): T {
  const before = isObject(started) ? started : {};
  const changedEntries = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { ...theirs, ...Object.fromEntries(changedEntries) };
}
