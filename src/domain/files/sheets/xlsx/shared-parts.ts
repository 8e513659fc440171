import { builtInFormat, getFormat, type NumberFormat } from './dates.js';
import { toDamaged, MOST, type Limits } from '../limits.js';
import { getRoot } from './scan-head.js';
import { detach, unescape, xmlUnescaped } from './texts.js';
import { parseXml, XmlReader } from './xml.js';
import { type Attributes, SPREADSHEET } from './xml-names.js';

const MOST_STYLES = 200_000;

const PLAIN = /\s*<si>\s*<t(?:\s+xml:space\s*=\s*(?:"\w*"|'\w*'))?\s*(?:\/>|>([^<]*)<\/t>)\s*<\/si>/y;
const LONGEST_HEAD = 4_096;

/**
 * Reads the texts that cells refer to by index. Rich text is joined; phonetic readings are left out. Plain texts, in
 * the form that nearly all programs write, are scanned; from the first one in another form, the part is parsed.
 */
export async function readSharedStrings(text: AsyncIterable<string>, limits: Limits): Promise<string[]> {
  const strings: string[] = [];
  const keep = (value: string): void => {
    limits.share(value);
    strings.push(detach(value));
  };
  let xml: XmlReader | null = null;
  let rest = '';
  let root: string | null = null;
  const parse = (piece: string): void =>
    (xml ??= new XmlReader(SPREADSHEET, STRINGS, richText('si', keep))).write(piece);
  for await (const piece of text) {
    if (xml) {
      parse(piece);
      continue;
    }
    rest += piece;
    const head: ReturnType<typeof getRoot> = root === null ? getRoot(rest, 'sst') : null;
    if (head) rest = rest.slice(head.end);
    root ??= head?.tag ?? null;
    if (root !== null) rest = rest.slice(scanPlain(rest, keep));
    if (root === null ? rest.length > LONGEST_HEAD : rest.includes('</si>') || rest.length > MOST.xmlToken)
      parse(`${root ?? ''}${rest}`);
  }
  if (!xml) parse(`${root ?? ''}${rest}`);
  (xml as XmlReader | null)?.end(); // set once parsing has started
  return strings;
}

/** Collects the plain texts at the beginning; returns where they end. */
function scanPlain(text: string, keep: (value: string) => void): number {
  let at = 0;
  for (;;) {
    PLAIN.lastIndex = at;
    const match = PLAIN.exec(text);
    const value = match && xmlUnescaped(match[1] ?? '');
    if (!match || value === null) return at;
    keep(unescape(value));
    at += match[0].length;
  }
}

/** The elements of a text: the text itself, or runs of it, without phonetic readings. */
export const RICH_TEXT = { t: {}, r: { t: {} } } as const;

/** Listens for elements `name` that contain rich text, and reports each text. */
export function richText(name: string, report: (text: string) => void) {
  let text = '';
  let isText = false;
  return {
    open(tag: string): void {
      if (tag === name) text = '';
      else if (tag === 't') isText = true;
    },
    text(piece: string): void {
      if (isText) text += piece;
    },
    close(tag: string): void {
      if (tag === name) report(unescape(text));
      else if (tag === 't') isText = false;
    },
  };
}

const STRINGS = { sst: { si: RICH_TEXT } };
const STYLES = { styleSheet: { numFmts: { numFmt: {} }, cellXfs: { xf: {} } } };

/** The number format of each cell style, by style number. */
export async function readDateFormats(text: AsyncIterable<string>): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const ids: number[] = [];
  const onOpen = (name: string, attributes: Attributes): void => {
    if (name === 'numFmt') codes.set(getId(attributes), getFormat(attributes['formatCode'] ?? ''));
    else if (name === 'xf') ids.push(getId(attributes));
    if (ids.length + codes.size > MOST_STYLES) throw toDamaged();
  };
  await parseXml(text, new XmlReader(SPREADSHEET, STYLES, { open: onOpen }));
  return ids.map((id) => (codes.has(id) ? (codes.get(id) ?? null) : builtInFormat(id)));
}

const getId = (attributes: Attributes): number => Number(attributes['numFmtId'] ?? 0);
