import { Grid, type SharedData } from './grid.js';
import { toDamaged } from '../limits.js';
import type { RowPiece, SheetRows } from '../rows.js';
import { SheetScan } from './sheet-scan.js';
import { SheetXml } from './sheet-xml.js';

/** Reads the rows of a worksheet in pieces. What follows them is unpacked only to verify the checksum. */
export async function* readSheet(
  text: AsyncIterable<string>,
  rows: SheetRows,
  shared: SharedData,
): AsyncGenerator<RowPiece> {
  const sheet = new SheetReader(new Grid(rows, shared));
  for await (const piece of text) {
    sheet.write(piece);
    if (rows.isDue()) yield rows.take();
  }
  sheet.end();
  if (!sheet.isDone) throw toDamaged();
  yield rows.take();
}

/** Scans rows as long as that is reliable, and parses the rest. */
class SheetReader {
  isDone = false;
  private readonly scan: SheetScan;
  private xml: SheetXml | null = null;

  constructor(private readonly grid: Grid) {
    this.scan = new SheetScan(grid);
  }

  write(text: string): void {
    if (this.isDone) return;
    if (this.xml) this.parse(text);
    else {
      const pieces = this.scan.scan(text);
      if (pieces === 'done') this.isDone = true;
      else if (pieces === 'unsure') this.parse(this.scan.unread());
    }
  }

  /** Parses whatever the scan has not read yet. */
  end(): void {
    if (!this.isDone && !this.xml) this.parse(this.scan.unread());
  }

  private parse(text: string): void {
    this.xml ??= new SheetXml(this.grid);
    this.xml.write(text);
    this.isDone = this.xml.isDone;
  }
}
