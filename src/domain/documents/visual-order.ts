import { createRequire } from 'node:module';

const pdfmakePart = createRequire(import.meta.url);

/** What a line of text is made of, in its logical order. */
export interface Inline {
  readonly width: number;
  readonly bidiLevel?: number;
  /** Of the width: blanks at its end, which is the left one of text from right to left. */
  readonly trailingCut?: number;
  x: number;
}
interface Line {
  readonly inlines: Inline[];
  readonly leadingCut: number;
}
interface Renderer {
  renderLine: (this: Renderer, line: Line, x: number, y: number) => void;
}

/**
 * Has lines with text from right to left drawn in their visual order. pdfmake breaks lines, but knows of no directions; the
 * place where it draws a line is the only one where the line's pieces are known and can still be moved.
 */
export function drawInVisualOrder(): void {
  const { default: renderer } = pdfmakePart('pdfmake/js/Renderer.js') as { default: { prototype: Renderer } };
  const { renderLine } = renderer.prototype;
  renderer.prototype.renderLine = function (line, x, y) {
    if (line.inlines.some(({ bidiLevel = 0 }) => bidiLevel > 0)) place(line);
    renderLine.call(this, line, x, y);
  };
}

function place({ inlines, leadingCut }: Line): void {
  let x = -leadingCut;
  const last = inlines.at(-1);
  for (const inline of inVisualOrder(inlines)) {
    if (inline === last && isRightToLeft(inline)) x -= inline.trailingCut ?? 0;
    inline.x = x;
    x += inline.width;
  }
}

const isRightToLeft = ({ bidiLevel = 0 }: Inline): boolean => (bidiLevel & 1) === 1;

/** Reverses, from the highest level down to the lowest odd one, what is next to each other at that level or above (UAX 9, L2). */
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

/** Has all fonts stand on one line: each takes the room that Roboto takes, so that a name stands beside its label. */
export function drawOnEvenLines(): void {
  const { default: printer } = pdfmakePart('pdfmake/js/PDFDocument.js') as { default: { prototype: Printer } };
  const { provideFont } = printer.prototype;
  printer.prototype.provideFont = function (name, bold, italics) {
    const font = provideFont.call(this, name, bold, italics);
    if (name === 'Roboto') return font;
    const { ascender, descender, lineGap } = provideFont.call(this, 'Roboto', bold, italics);
    return Object.assign(font, { ascender, descender, lineGap });
  };
}
