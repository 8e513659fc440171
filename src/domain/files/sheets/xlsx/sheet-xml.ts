import type { Grid } from './grid.js';
import { RICH_TEXT, richText } from './shared-parts.js';
import { isYes, XmlReader, type XmlListener } from './xml.js';
import { type Attributes, SPREADSHEET } from './xml-names.js';

const WORKSHEET = { worksheet: { sheetData: { row: { c: { v: {}, f: {}, is: RICH_TEXT } } } } };

/** Reads the rows of a worksheet from any valid XML; ignores what follows them. */
export class SheetXml {
  /** Whether all rows have been read. */
  isDone = false;
  private readonly xml: XmlReader;

  constructor(grid: Grid) {
    this.xml = new XmlReader(SPREADSHEET, WORKSHEET, new RowListener(grid, () => (this.isDone = true)));
  }

  write(text: string): void {
    if (!this.isDone) this.xml.write(text);
  }
}

class RowListener implements Required<XmlListener> {
  private isOver = false;
  private isHidden = false;
  private attributes: Attributes = {};
  private value: string | null = null;
  private inline: string | null = null;
  private isFormula = false;
  private isValue = false;
  private isInline = false;
  private readonly rich = richText('is', (text) => (this.inline = text));

  constructor(
    private readonly grid: Grid,
    private readonly onDone: () => void,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (this.isOver) return;
    if (name === 'row') {
      this.isHidden = isYes(attributes['hidden']);
      this.grid.openRow(attributes['r']);
    } else if (name === 'c') this.openCell(attributes);
    else this.openInCell(name);
  }

  text(text: string): void {
    if (this.isValue) this.value += text;
    else if (this.isInline) this.rich.text(text);
  }

  close(name: string): void {
    if (this.isOver) return;
    if (name === 'row') this.grid.closeRow(this.isHidden);
    else if (name === 'sheetData') {
      this.isOver = true;
      this.onDone();
    } else this.closeInCell(name);
  }

  private openCell(attributes: Attributes): void {
    this.attributes = attributes;
    this.value = null;
    this.inline = null;
    this.isFormula = false;
  }

  private openInCell(name: string): void {
    if (name === 'is') this.isInline = true;
    if (this.isInline) this.rich.open(name);
    else if (name === 'v') {
      this.isValue = true;
      this.value = '';
    } else if (name === 'f') this.isFormula = true;
  }

  private closeInCell(name: string): void {
    if (this.isInline) this.rich.close(name);
    if (name === 'is') this.isInline = false;
    else if (name === 'v') this.isValue = false;
    else if (name === 'c') {
      const { r: ref, t: type, s: style } = this.attributes;
      this.grid.cell({ ref, type, style, value: this.value, inline: this.inline, isFormula: this.isFormula });
    }
  }
}
