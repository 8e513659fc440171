/** The first free name of `Floor Copy`, `Floor Copy 2` and so on; `takenNames` are in lower case. */
export function copyName(name: string, takenNames: ReadonlySet<string>): string {
  const base = `${name.slice(0, 190)} Copy`;
  let copy = base;
  for (let n = 2; takenNames.has(copy.toLowerCase()); n++) copy = `${base} ${n}`;
  return copy;
}
