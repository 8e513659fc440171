import { builtInFormat, formatOf, type NumberFormat } from './dates.js';
import { damaged, MOST, type Limits } from './limits.js';
import { detached, unescaped, xmlUnescaped } from './texts.js';
import { parseXml, XmlReader, type Attributes, type XmlListener } from './xml.js';

const MOST_STYLES = 200_000;

const HEAD = /^\s*(?:<\?xml[^<>]*\?>)?\s*<sst(?:\s[^<>]*[^<>\/])?>/;
const PLAIN = /\s*<si>\s*<t(?:\s[^<>\/]*)?(?:\/>|>([^<]*)<\/t>)\s*<\/si>/y;
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
  let isBegun = false;
  const parse = (piece: string): void => (xml ??= new XmlReader(richText('si', keep))).write(piece);
  for await (const piece of text) {
    if (xml) {
      parse(piece);
      continue;
    }
    rest += piece;
    const head: RegExpExecArray | null = isBegun ? null : HEAD.exec(rest);
    if (head) rest = rest.slice(head[0].length);
    isBegun ||= head !== null;
    if (isBegun) rest = rest.slice(scanPlain(rest, keep));
    if (isBegun ? rest.includes('</si>') || rest.length > MOST.xmlToken : rest.length > LONGEST_HEAD)
      parse(isBegun ? `<sst>${rest}` : rest);
  }
  if (!xml) parse(isBegun ? `<sst>${rest}` : rest);
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

/** Listens for elements `name` that hold a text or runs of it, and tells each text. */
export function richText(name: string, tell: (text: string) => void): Required<XmlListener> {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open(tag) {
      if (tag === name) text = '';
      else if (tag === 'rPh') isPhonetic = true;
      else if (tag === 't') isText = !isPhonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(tag) {
      if (tag === name) tell(unescaped(text));
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 't') isText = false;
    },
  };
}

/** How the cells of each style show a number, by the number of the style. */
export async function readDateFormats(text: AsyncIterable<string>): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const ids: number[] = [];
  let within = '';
  await parseXml(text, {
    open(name, attributes) {
      if (name === 'numFmts' || name === 'cellXfs') within = name;
      else if (name === 'numFmt' && within === 'numFmts')
        codes.set(idOf(attributes), formatOf(attributes['formatCode'] ?? ''));
      else if (name === 'xf' && within === 'cellXfs') ids.push(idOf(attributes));
      if (ids.length + codes.size > MOST_STYLES) throw damaged();
    },
    close(name) {
      if (name === within) within = '';
    },
  });
  return ids.map((id) => (codes.has(id) ? (codes.get(id) ?? null) : builtInFormat(id)));
}

const idOf = (attributes: Attributes): number => Number(attributes['numFmtId'] ?? 0);
