import type { Grid } from './grid.js';
import { richText } from './shared-parts.js';
import { isYes, XmlReader, type Attributes, type XmlListener } from './xml.js';

/** Reads the rows of a worksheet in any XML that says them; what comes after them is not read. */
export class SheetXml {
  /** Whether the rows are over. */
  isDone = false;
  private readonly xml: XmlReader;

  constructor(grid: Grid) {
    this.xml = new XmlReader(new RowListener(grid, () => (this.isDone = true)));
  }

  write(text: string): void {
    if (!this.isDone) this.xml.write(text);
  }
}

class RowListener implements Required<XmlListener> {
  private path: 'out' | 'rows' | 'cell' | 'done' = 'out';
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
    private readonly done: () => void,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (this.path === 'cell') this.openInCell(name, attributes);
    else if (name === 'sheetData' && this.path === 'out') this.path = 'rows';
    else if (this.path === 'rows' && name === 'row') {
      this.isHidden = isYes(attributes['hidden']);
      this.grid.openRow(attributes['r']);
    } else if (this.path === 'rows' && name === 'c') this.openCell(attributes);
  }

  text(text: string): void {
    if (this.isValue) this.value += text;
    else if (this.isInline) this.rich.text(text);
  }

  close(name: string): void {
    if (this.path === 'cell') this.closeInCell(name);
    else if (this.path === 'rows' && name === 'row') this.grid.closeRow(this.isHidden);
    else if (this.path === 'rows' && name === 'sheetData') {
      this.path = 'done';
      this.done();
    }
  }

  private openCell(attributes: Attributes): void {
    this.path = 'cell';
    this.attributes = attributes;
    this.value = null;
    this.inline = null;
    this.isFormula = false;
  }

  private openInCell(name: string, attributes: Attributes): void {
    if (name === 'is') this.isInline = true;
    if (this.isInline) this.rich.open(name, attributes);
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
      this.path = 'rows';
      const { r: ref, t: type, s: style } = this.attributes;
      this.grid.cell({ ref, type, style, value: this.value, inline: this.inline, isFormula: this.isFormula });
    }
  }
}
