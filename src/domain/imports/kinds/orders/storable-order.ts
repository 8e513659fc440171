import { isStorable, storableText } from '../../reading/storable.js';

/** A text in an order that cannot be stored: its path, and its storable form. */
interface UnstorableText {
  readonly path: string;
  readonly text: string;
}

/** The first text of an order that cannot be stored, including field names; null if there is none. */
export function unstorableIn(value: unknown, path = ''): UnstorableText | null {
  if (typeof value === 'string') return isStorable(value) ? null : { path, text: storableText(value) };
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return { path, text: storableText(name) };
    const found = unstorableIn(inner, Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name);
    if (found) return found;
  }
  return null;
}

/** An order with every character that cannot be stored replaced by �. */
export function storableOrder(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storableOrder(inner)]));
}
