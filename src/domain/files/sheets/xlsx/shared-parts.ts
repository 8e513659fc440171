import { builtInFormat, formatOf, type NumberFormat } from './dates.js';
import { damaged, MOST, type Limits } from '../limits.js';
import { rootOf } from './scan-head.js';
import { detached, unescaped, xmlUnescaped } from './texts.js';
import { parseXml, XmlReader } from './xml.js';
import { type Attributes, SPREADSHEET } from './xml-names.js';

const MOST_STYLES = 200_000;

const PLAIN = /\s*<si>\s*<t(?:\s+xml:space\s*=\s*(?:"\w*"|'\w*'))?\s*(?:\/>|>([^<]*)<\/t>)\s*<\/si>/y;
const LONGEST_HEAD = 4_096;

/**
 * The texts that cells refer to by their place: rich text joined, phonetic readings left out. Plain texts are scanned as nearly
 * every program writes them; from the first that is not, the part is parsed.
 */
export async function readSharedStrings(text: AsyncIterable<string>, limits: Limits): Promise<string[]> {
  const strings: string[] = [];
  const keep = (value: string): void => {
    limits.share(value);
    strings.push(detached(value));
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
    const head: ReturnType<typeof rootOf> = root === null ? rootOf(rest, 'sst') : null;
    if (head) rest = rest.slice(head.end);
    root ??= head?.tag ?? null;
    if (root !== null) rest = rest.slice(scanPlain(rest, keep));
    if (root === null ? rest.length > LONGEST_HEAD : rest.includes('</si>') || rest.length > MOST.xmlToken)
      parse(`${root ?? ''}${rest}`);
  }
  if (!xml) parse(`${root ?? ''}${rest}`);
  (xml as XmlReader | null)?.end(); // set where it parses
  return strings;
}

/** Keeps the plain texts at the beginning and answers where they end. */
function scanPlain(text: string, keep: (value: string) => void): number {
  let at = 0;
  for (;;) {
    PLAIN.lastIndex = at;
    const found = PLAIN.exec(text);
    const value = found && xmlUnescaped(found[1] ?? '');
    if (!found || value === null) return at;
    keep(unescaped(value));
    at += found[0].length;
  }
}

/** What is inside of a text: it itself, or runs of it; phonetic readings are not known. */
export const RICH_TEXT = { t: {}, r: { t: {} } } as const;

/** Listens for elements `name` with a rich text inside of them, and reports each text. */
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
      if (tag === name) report(unescaped(text));
      else if (tag === 't') isText = false;
    },
  };
}

const STRINGS = { sst: { si: RICH_TEXT } };
const STYLES = { styleSheet: { numFmts: { numFmt: {} }, cellXfs: { xf: {} } } };

/** How the cells of each style show a number, by the number of the style. */
export async function readDateFormats(text: AsyncIterable<string>): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const ids: number[] = [];
  const open = (name: string, attributes: Attributes): void => {
    if (name === 'numFmt') codes.set(idOf(attributes), formatOf(attributes['formatCode'] ?? ''));
    else if (name === 'xf') ids.push(idOf(attributes));
    if (ids.length + codes.size > MOST_STYLES) throw damaged();
  };
  await parseXml(text, new XmlReader(SPREADSHEET, STYLES, { open }));
  return ids.map((id) => (codes.has(id) ? (codes.get(id) ?? null) : builtInFormat(id)));
}

const idOf = (attributes: Attributes): number => Number(attributes['numFmtId'] ?? 0);
