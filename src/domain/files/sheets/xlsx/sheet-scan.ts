import type { Grid } from './grid.js';
import { MOST } from '../limits.js';
import { areElements, getRoot } from './scan-head.js';
import { xmlUnescaped, unescape } from './texts.js';

const ATTRIBUTES = String.raw`((?: [\w:.]+="[^"<&]*")*)\s*`;
const ROW = new RegExp(String.raw`<row${ATTRIBUTES}(\/?)>`, 'y');
const FORMULA = String.raw`(<f(?:\s[^<>]*|\/)?>(?:[^<]*<\/f>)?)?`;
const VALUE = String.raw`(?:<v(?:\s[^<>\/]*)?(?:\/>|>([^<]*)<\/v>))`;
const INLINE = String.raw`(?:<is>\s*<t(?:\s[^<>\/]*)?(?:\/>|>([^<]*)<\/t>)\s*<\/is>)`;
const CELL = new RegExp(String.raw`\s*<c${ATTRIBUTES}(?:\/>|>\s*${FORMULA}\s*(${VALUE}|${INLINE})?\s*<\/c>)`, 'y');
const ROW_END = '</row>';
const ROWS_END = /\s*<\/sheetData\s*>/y;
const BLANKS = /\s*/y;

/** How a scan ended: more text needed, at the end of the rows, or at a place it may not read correctly. */
type ScanEnd = 'more' | 'done' | 'unsure';

/**
 * Reads the rows of a worksheet in the form that nearly all programs write, many times faster than an XML parser. It
 * stops before the first row that it may not read correctly; a parser continues from there.
 */
export class SheetScan {
  private rest = '';
  /** The tag of the worksheet, once its rows have begun. */
  private root: string | null = null;
  /** Position of a namespace declaration among the rows, which the scan cannot handle; -1 if there is none. */
  private declares = -1;

  constructor(private readonly grid: Grid) {}

  scan(text: string): ScanEnd {
    this.rest += text;
    if (this.root === null) {
      const state = this.begin();
      if (state) return state;
    }
    this.declares = this.rest.indexOf('xmlns');
    let at = 0;
    for (;;) {
      const next = this.row(at);
      if (typeof next === 'number') at = next;
      else {
        this.rest = this.rest.slice(at);
        return next === 'more' && this.rest.length > MOST.xmlToken ? 'unsure' : next;
      }
    }
  }

  /** The text not read yet, as XML that can be parsed. */
  unread(): string {
    return this.root === null ? this.rest : `${this.root}<sheetData>${this.rest}`;
  }

  /** Advances to the first row; null once it is reached. */
  private begin(): ScanEnd | null {
    const match = /<sheetData\b[^<>]*>/.exec(this.rest);
    if (!match) return /<!|<\w+:/.test(this.rest) || this.rest.length > MOST.xmlToken ? 'unsure' : 'more';
    const root = getRoot(this.rest, 'worksheet');
    const isUsual = root !== null && /^<sheetData\s*>$/.test(match[0]);
    if (!isUsual || !areElements(this.rest.slice(root.end, match.index))) return 'unsure';
    this.rest = this.rest.slice(match.index + match[0].length);
    this.root = root.tag;
    return null;
  }

  /** Reads the row at a position; returns the position of the next one. */
  private row(from: number): number | ScanEnd {
    const at = getEnd(BLANKS, this.rest, from);
    const rowTag = match(ROW, this.rest, at);
    if (!rowTag) return this.noRow(at);
    const [tag, attributes = '', isClosed] = rowTag;
    const start = at + tag.length;
    const end = isClosed ? start : this.rest.indexOf(ROW_END, start);
    if (end < 0) return 'more';
    if (this.declares >= at && this.declares < end) return 'unsure';
    const number = / r="(\d+)"/.exec(attributes)?.[1];
    if (number === undefined && / r=/.test(attributes)) return 'unsure';
    this.grid.openRow(number);
    if (!isClosed && !this.cells(start, end)) return 'unsure';
    this.grid.closeRow(/\shidden="(?:1|true|on)"/.test(attributes));
    return isClosed ? end : end + ROW_END.length;
  }

  private noRow(at: number): ScanEnd {
    if (match(ROWS_END, this.rest, at)) return 'done';
    return this.rest.indexOf('>', at) < 0 ? 'more' : 'unsure';
  }

  private cells(start: number, end: number): boolean {
    let at = start;
    for (;;) {
      const cellTag = match(CELL, this.rest, at);
      if (!cellTag) return getEnd(BLANKS, this.rest, at) === end;
      const [all, attributes = '', formula, content, value, inline] = cellTag;
      const text = content === undefined ? null : xmlUnescaped(value ?? inline ?? '');
      if (text === null && content !== undefined) return false;
      const isInline = inline !== undefined || content?.startsWith('<i') === true;
      this.grid.cell({
        ref: getAttribute(attributes, 'r'),
        type: getAttribute(attributes, 't'),
        style: getAttribute(attributes, 's'),
        value: isInline ? null : text,
        inline: isInline ? unescape(text ?? '') : null,
        isFormula: formula !== undefined,
      });
      at += all.length;
    }
  }
}

function getAttribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(` ${name}="`);
  return at < 0 ? undefined : attributes.slice(at + 4, attributes.indexOf('"', at + 4));
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const getEnd = (blanks: RegExp, text: string, at: number): number => at + (match(blanks, text, at)?.[0].length ?? 0);
