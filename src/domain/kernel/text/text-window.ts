/** A text that comes in pieces. */
export type TextPieces = AsyncIterable<string> | Iterable<string>;

/** Where a part of a text begins: in which line, counted from 1, and after how many characters of that line. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export const START: Place = { line: 1, column: 0 };

/** The part of a text that is read now: pieces are added as they are needed, and what has been read goes. */
export class TextWindow {
  text = '';
  /** What comes before is read. */
  at = 0;
  /** Whether the text ends with what is here. */
  isLast = false;
  /** Where `text` begins. */
  place = START;
  private readonly pieces: AsyncIterator<string> | Iterator<string>;

  constructor(pieces: TextPieces) {
    this.pieces = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  }

  /** Adds at least as much as is unread: a value is looked through twice at the most, however long it is. */
  async more(): Promise<void> {
    this.place = placeAt(this.text, this.at, this.place);
    const unread = this.text.slice(this.at);
    let added = '';
    while (!this.isLast && (added === '' || added.length < unread.length)) added += await this.piece();
    this.text = unread + added;
    this.at = 0;
  }

  /** Reads and drops what comes, one piece; throws what is wrong with it. */
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

/** The place of a character of a text that begins at `start`. */
export function placeAt(text: string, at: number, start: Place = START): Place {
  let { line } = start;
  let begin = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line += 1;
    begin = end + 1;
  }
  return { line, column: begin === 0 ? start.column + at : at - begin };
}
