import { isObject } from '../../../../domain/kernel/objects.js';
/** The newer record with what was typed here over it, `started` being what the form began with; what nobody touched here stays theirs. */
export function onlyTyped<T extends object>(typed: T, started: object, theirs: T): T {
  const before = isObject(started) ? started : {};
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { ...theirs, ...Object.fromEntries(changed) };
}
