import { createRequire } from 'node:module';
import { BREAK, withoutBreaks } from './word-breaks.js';

/** The class that a file of pdfmake exports without types; `T` lists the methods that are replaced here. */
const pdfmakeClass = <T>(file: string) =>
  (createRequire(import.meta.url)(file) as { readonly default: { readonly prototype: T } }).default; // the file exports this class, as described above

/** A piece of a line of text; lines list them in logical order. */
export interface LinePiece {
  readonly width: number;
  readonly bidiLevel?: number;
  /** The part of the width for trailing spaces, which are on the left in right-to-left text. */
  readonly trailingCut?: number | undefined;
  x: number;
}
/** A piece as the renderer draws it. */
interface DrawnPiece extends LinePiece {
  readonly text: string;
  readonly font: { widthOfString(text: string, size: number, features: unknown): number };
  readonly fontSize: number;
  readonly fontFeatures?: unknown;
  readonly alignment?: string;
}
interface Line {
  inlines: DrawnPiece[];
  readonly leadingCut: number;
}
interface Renderer {
  renderLine: (this: Renderer, line: Line, x: number, y: number) => void;
}

/**
 * Makes the renderer draw right-to-left text in visual order, and draw unbroken words as a whole so that their
 * letters join. pdfmake supports neither. Only where it draws a line are all of the line's pieces known and still
 * movable.
 */
export function drawInVisualOrder(): void {
  const renderer = pdfmakeClass<Renderer>('pdfmake/js/Renderer.js');
  const { renderLine } = renderer.prototype;
  renderer.prototype.renderLine = function (line, x, y) {
    const spare = joinParts(line);
    if (spare !== 0 || line.inlines.some(({ bidiLevel = 0 }) => bidiLevel > 0)) place(line);
    renderLine.call(this, line, x + spare * shareBefore(line), y);
  };
}

/** Joins the parts of each word on a line; returns by how much the line becomes narrower. */
function joinParts(line: Line): number {
  if (!line.inlines.some(({ text }) => text.includes(BREAK))) return 0;
  const width = () => line.inlines.reduce((sum, inline) => sum + inline.width, 0);
  const before = width();
  const words: DrawnPiece[] = [];
  for (const inline of line.inlines) {
    const last = words.at(-1);
    if (last?.text.endsWith(BREAK) && last.font === inline.font && last.bidiLevel === inline.bidiLevel)
      words[words.length - 1] = { ...last, text: last.text + inline.text, trailingCut: inline.trailingCut };
    else words.push(inline);
  }
  line.inlines = words.map((word) => {
    if (!word.text.includes(BREAK)) return word;
    const text = withoutBreaks(word.text);
    return { ...word, text, width: word.font.widthOfString(text, word.fontSize, word.fontFeatures) };
  });
  return before - width();
}

/** The share of the unused width that goes before a line. */
const shareBefore = ({ inlines }: Line): number => ({ right: 1, center: 0.5 })[inlines[0]?.alignment ?? ''] ?? 0;

function place({ inlines, leadingCut }: Line): void {
  let x = -leadingCut;
  const last = inlines.at(-1);
  for (const inline of inVisualOrder(inlines)) {
    if (inline === last && isRightToLeft(inline)) x -= inline.trailingCut ?? 0;
    inline.x = x;
    x += inline.width;
  }
}

const isRightToLeft = ({ bidiLevel = 0 }: LinePiece): boolean => (bidiLevel & 1) === 1;

/** Reverses runs at each level or above, from the highest level down (UAX 9, rule L2). */
export function inVisualOrder<T extends { readonly bidiLevel?: number }>(logical: readonly T[]): T[] {
  const order = [...logical];
  const levelAt = (at: number): number => order[at]?.bidiLevel ?? 0;
  const highest = Math.max(0, ...order.map((_, at) => levelAt(at)));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && levelAt(to) >= level) to += 1;
      if (to === from) continue;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  return order;
}

interface Font {
  ascender: number;
  descender: number;
  lineGap: number;
}
interface Printer {
  provideFont: (this: Printer, name: string, bold: boolean, italics: boolean) => Font;
}

/** Aligns all fonts on one baseline: each uses Roboto's line height, so that a name lines up with its label. */
export function drawOnEvenLines(): void {
  const printer = pdfmakeClass<Printer>('pdfmake/js/PDFDocument.js');
  const { provideFont } = printer.prototype;
  printer.prototype.provideFont = function (name, bold, italics) {
    const font = provideFont.call(this, name, bold, italics);
    if (name === 'Roboto') return font;
    const { ascender, descender, lineGap } = provideFont.call(this, 'Roboto', bold, italics);
    return Object.assign(font, { ascender, descender, lineGap });
  };
}
