/** The newer record with what was typed here over it, `started` being what the form began with; what nobody touched here stays theirs. */
export function onlyTyped<T extends object>(typed: T, started: object, theirs: T): T {
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((started as Record<string, unknown>)[name]),
  );
  return { ...theirs, ...Object.fromEntries(changed) };
}
