/** Why a file cannot be read and what to do about it. Completes a sentence that begins "The file cannot be read:". */
export class UnreadableFile extends Error {
  constructor(readonly why: string) {
    super(why);
    this.name = 'UnreadableFile';
  }
}

export const toDamaged = () => new UnreadableFile('it is damaged or incomplete; save it again');
export const notASpreadsheet = () => new UnreadableFile('it is not a spreadsheet; use .xlsx or .csv');

/** The limits for one file. */
export const MOST = {
  bytes: 50 * 2 ** 20,
  unpackedBytes: 500 * 2 ** 20,
  parts: 2_000,
  rows: 200_000,
  columns: 16_384,
  rowNumber: 1_048_576,
  /** Estimated bytes of memory for shared texts; `heldBytes` is the same for rows. */
  sharedBytes: 64 * 2 ** 20,
  heldBytes: 160 * 2 ** 20,
  /** Characters in one text, tag or comment of an XML part. */
  xmlToken: 4 * 2 ** 20,
  xmlDepth: 100,
} as const;

const TEXT_BYTES = 16;
const NUMBER_BYTES = 16;
const ROW_BYTES = 64;
const SLOT_BYTES = 8;

/** Counts what one file uses while it is read. Throws `UnreadableFile` as soon as it exceeds a limit. */
export class Limits {
  private expectedBytes = 0;
  private unpacked = 0;
  private shared = 0;
  private heldBytes = 0;
  private rows = 0;

  /** Adds the unpacked size that the file states, used only to report progress. */
  expect(bytes: number): void {
    this.expectedBytes += bytes;
  }

  /** How much of the file has been read, from 0 to 1. */
  get part(): number {
    return this.expectedBytes === 0 ? 0 : Math.min(1, this.unpacked / this.expectedBytes);
  }

  unpack(bytes: number): void {
    this.unpacked += bytes;
    if (this.unpacked > MOST.unpackedBytes)
      throw new UnreadableFile('it unpacks to more than 500 MB; split it into smaller files');
  }

  share(text: string): void {
    this.shared += TEXT_BYTES + text.length;
    if (this.shared > MOST.sharedBytes) throw tooMuch();
  }

  keep(cells: readonly unknown[]): void {
    this.rows += 1;
    if (this.rows > MOST.rows) throw new UnreadableFile('it has more than 200,000 rows; split it into smaller files');
    this.heldBytes += ROW_BYTES + cells.length * SLOT_BYTES;
    for (const cell of cells) {
      if (typeof cell === 'string') this.heldBytes += TEXT_BYTES + cell.length;
      else if (typeof cell === 'number') this.heldBytes += NUMBER_BYTES;
    }
    if (this.heldBytes > MOST.heldBytes) throw tooMuch();
  }
}

export const tooMuch = () => new UnreadableFile('it is too large to read at once; split it into smaller files');
