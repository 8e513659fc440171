/** A text that arrives in pieces. */
export type TextPieces = AsyncIterable<string> | Iterable<string>;

/**
 * The position where a part of a text begins: its line, counted from 1, and the number of characters before it on
 * that line.
 */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export const START: TextPlace = { line: 1, column: 0 };

/** The part of a text that is being read. Pieces are added as needed, and text that has been read is dropped. */
export class TextWindow {
  text = '';
  /** The read position; everything before it has been read. */
  at = 0;
  /** Whether no text follows this part. */
  isLast = false;
  /** The position where `text` begins. */
  place = START;
  private readonly pieces: AsyncIterator<string> | Iterator<string>;

  constructor(pieces: TextPieces) {
    this.pieces = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  }

  /** Adds at least as much text as is unread, so that a value is scanned at most twice, however long it is. */
  async more(): Promise<void> {
    this.place = placeAt(this.text, this.at, this.place);
    const unread = this.text.slice(this.at);
    let addition = '';
    while (!this.isLast && (addition === '' || addition.length < unread.length)) addition += await this.piece();
    this.text = unread + addition;
    this.at = 0;
  }

  /** Reads and drops one piece; throws its error. */
  async skip(): Promise<void> {
    await this.piece();
  }

  private async piece(): Promise<string> {
    const next = await this.pieces.next();
    if (!next.done) return next.value;
    this.isLast = true;
    return '';
  }
}

/** The line and column of a character in a text that begins at `start`. */
export function placeAt(text: string, at: number, start: TextPlace = START): TextPlace {
  let { line } = start;
  let begin = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line += 1;
    begin = end + 1;
  }
  return { line, column: begin === 0 ? start.column + at : at - begin };
}
