const MOST_NAMES = 5;

/** Formats who could do it: `Ann and Bo could.`; null if the names are not for the reader. */
export function describeWhoCould(names: readonly string[] | null): string {
  if (names === null) return 'Ask the office.';
  if (names.length === 0) return 'No other user has this permission yet. Ask a super admin.';
  const firstNames = names.slice(0, MOST_NAMES);
  const rest = names.length - firstNames.length;
  const all = rest > 0 ? [...firstNames, `${rest} more`] : firstNames;
  const last = all.at(-1) ?? '';
  return `${all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`} could.`;
}
