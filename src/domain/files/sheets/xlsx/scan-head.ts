import { SPREADSHEET } from './xml-names.js';

const ATTRIBUTES = String.raw`((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*`;
const DECLARATION = String.raw`^\s*(?:<\?xml[^<>]*\?>)?\s*`;
const TAG = new RegExp(String.raw`\s*<(\/?)[\w.-]+${ATTRIBUTES}(\/?)>\s*`, 'y');
const DEFAULT_NAMESPACE = /\sxmlns\s*=\s*["']\s*([^"']*?)\s*["']/;
const ROOTS = {
  sst: new RegExp(String.raw`${DECLARATION}(<sst${ATTRIBUTES}>)`),
  worksheet: new RegExp(String.raw`${DECLARATION}(<worksheet${ATTRIBUTES}>)`),
} as const;

/** The first tag of a part and where it ends, if it has no prefix and a spreadsheet namespace; otherwise null. */
export function getRoot(text: string, name: keyof typeof ROOTS): { readonly tag: string; readonly end: number } | null {
  const [all, tag = '', attributes = ''] = ROOTS[name].exec(text) ?? [];
  if (all === undefined || !SPREADSHEET.has(DEFAULT_NAMESPACE.exec(attributes)?.[1] ?? '')) return null;
  return { tag, end: all.length };
}

/** Whether a text consists only of complete elements without prefixes. */
export function areElements(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at = TAG.lastIndex) {
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (!tag) return false;
    if (tag[1] === '/') depth -= 1;
    else if (tag[3] === '') depth += 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
