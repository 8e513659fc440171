import type { Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { bidi } from './bidi.js';
import { fontFor, hasOtherScript, type ScriptFont } from './fonts.js';
import { hasOwnBreaks, withBreaks } from './word-breaks.js';

const LONG_TEXT = 80;

/** A run of text in one font and direction; the renderer puts the runs of a line in visual order. */
export type TextPiece = ContentText & { readonly text: string; readonly bidiLevel?: number };
type Style = Omit<ContentText, 'text'>;

/** Invisible characters for text direction and emoji style; no longer needed once the text is split into runs. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f\ufeff]/;
/** Characters that no font has, each with a similar one that exists. */
const ALIKE: Readonly<Record<string, string>> = { '\u30fb': '\uff65', '\uff0f': '/' };
const JOINERS = /[\u200c\u200d]/;

/** Assigns each text of a document the fonts that have its characters, right to left where the script requires it. */
export function withScripts(document: TDocumentDefinitions): TDocumentDefinitions {
  const { content, footer } = document;
  return {
    ...document,
    content: inScripts(content),
    ...(typeof footer === 'function' && {
      footer: (...page: Parameters<typeof footer>) => inScripts(footer(...page) as Content), // ours always returns one
    }),
  };
}

const PARTS = ['stack', 'columns', 'table', 'body'] as const;

function inScripts<T>(node: T): T;
function inScripts(node: unknown): unknown {
  if (typeof node === 'string') return hasOtherScript(node) ? textNode({ text: node }) : node;
  if (Array.isArray(node)) return node.map((one: unknown) => inScripts(one));
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = { ...node };
  for (const part of PARTS) if (part in copy) copy[part] = inScripts(copy[part]);
  return 'text' in copy ? textNode(copy as unknown as ContentText) : copy; // it has a text
}

/**
 * Splits a text into runs. Each paragraph has its own direction, and a long one from right to left is aligned right.
 */
function textNode(node: ContentText): Content {
  const parts = splitParts(node.text);
  if (!parts.some(({ text }) => hasOtherScript(text))) return node;
  const paragraphs = splitParagraphs(parts).map((paragraph): ContentText => {
    const { pieces, isRightToLeft } = splitPieces(paragraph);
    const length = paragraph.reduce((sum, { text }) => sum + text.length, 0);
    const isAtRight = isRightToLeft && length > LONG_TEXT && !node.alignment;
    return { text: pieces, ...(isAtRight && { alignment: 'right' as const }) };
  });
  const { text: _, ...rest } = node;
  return paragraphs.length === 1
    ? { ...rest, ...paragraphs[0], text: paragraphs[0]?.text ?? '' }
    : { ...rest, stack: paragraphs };
}

/** Splits a text into its paragraphs, each a list of parts. */
function splitParagraphs(parts: readonly Part[]): Part[][] {
  const paragraphs: Part[][] = [[]];
  for (const { text, style } of parts)
    for (const [at, line] of text.split(/\r?\n/).entries()) {
      if (at > 0) paragraphs.push([]);
      paragraphs.at(-1)?.push({ text: line, style });
    }
  return paragraphs;
}

interface Part {
  readonly text: string;
  readonly style: Style;
}

function splitParts(text: ContentText['text'], style: Style = {}): Part[] {
  if (Array.isArray(text)) return text.flatMap((one) => splitParts(one as ContentText['text'], style)); // a list of texts contains only texts
  if (typeof text !== 'object') return [{ text: String(text ?? ''), style }];
  const { text: inner, ...own } = text as unknown as ContentText; // neither a text nor a list, so it is a styled text
  return splitParts(inner, { ...style, ...own });
}

/** The runs of a text in logical order, and whether it starts from right to left. */
export function splitPieces(parts: readonly Part[]): { readonly pieces: TextPiece[]; readonly isRightToLeft: boolean } {
  const allText = parts.map(({ text }) => text).join('');
  const embedding = bidi.getEmbeddingLevels(allText);
  const pieces: TextPiece[] = [];
  let start = 0;
  for (const { text, style } of parts) {
    const runs = new Runs(style, pieces);
    for (const character of text) {
      const level = embedding.levels[start] ?? 0;
      runs.add((level & 1) === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character, level);
      start += character.length;
    }
    runs.end();
  }
  return { pieces, isRightToLeft: ((embedding.paragraphs[0]?.level ?? 0) & 1) === 1 };
}

/** Whether lines may break between any two characters of a font, though not inside a character of two parts. */
const isBrokenAnywhere = (font: ScriptFont | null): boolean => font === 'Han' || font === 'Hangul' || font === 'Emoji';

/** Whether a font draws a character from right to left with its word. It draws single symbols from left to right. */
const isOfWord = (font: ScriptFont | null, character: string): boolean =>
  font === 'Emoji' || (font !== null && /[\p{L}\p{M}\u200c\u200d ]/u.test(character));

/** Collects consecutive characters of one part that share a font and direction. */
class Runs {
  private text = '';
  private font: ScriptFont | null = null;
  private level = 0;

  constructor(
    private readonly style: Style,
    private readonly pieces: TextPiece[],
  ) {}

  add(text: string, level: number): void {
    if (INVISIBLE.test(text)) return;
    const character = ALIKE[text] ?? text;
    const follows = this.text !== '' && (JOINERS.test(character) || (character === ' ' && this.font !== 'Emoji'));
    const font = follows && level === this.level ? this.font : fontFor(character);
    const isAlone = (level & 1) === 1 && !isOfWord(font, character);
    if (font !== this.font || level !== this.level || isAlone) this.end();
    if (font === null && JOINERS.test(character)) return;
    this.text += character;
    this.font = font;
    this.level = level;
    if (isAlone) this.end();
  }

  end(): void {
    const { text, font, level, style } = this;
    this.text = '';
    if (text === '') return;
    const { wordBreak, ...rest } = style;
    const isBroken = wordBreak && !isBrokenAnywhere(font) && !hasOwnBreaks(font);
    const own = { ...(font && { font }), ...(isBroken && { wordBreak }) };
    const brokenText = hasOwnBreaks(font) ? withBreaks(text, font, wordBreak !== undefined) : text;
    this.pieces.push({ ...rest, ...own, text: brokenText, ...(level > 0 && { bidiLevel: level }) });
  }
}
