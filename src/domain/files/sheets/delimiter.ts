const CANDIDATES = [',', ';', '\t', '|'] as const;
const MOST_RECORDS = 50;

/**
 * Detects the delimiter of a CSV file from its beginning: the one that occurs equally often in the most records,
 * outside quotes. A delimiter with misplaced quotation marks is considered only if all delimiters have them.
 */
export function getDelimiter(sample: string): string {
  let best = { delimiter: ',', score: 0, isClean: false };
  for (const delimiter of CANDIDATES) {
    const { counts, isClean } = getCounts(sample, delimiter);
    const score = evenness(counts);
    if (score > 0 && (isClean === best.isClean ? score > best.score : isClean)) best = { delimiter, score, isClean };
  }
  return best.delimiter;
}

/** Scores the counts: first by how many records share the most frequent count, then by how high it is. */
function evenness(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
  return Math.max(0, ...[...times].map(([count, records]) => records + Math.min(count, 999) / 1000));
}

interface Counts {
  /** How often the delimiter occurs in each record. */
  readonly counts: readonly number[];
  /** Whether every quotation mark is at an end of a field, or doubled inside one. */
  readonly isClean: boolean;
}

/** Counts a delimiter; a quote only opens a quoted field at the start of the field. */
function getCounts(sample: string, delimiter: string): Counts {
  const counts: number[] = [];
  let count = 0;
  let isQuoted = false;
  let isFieldStart = true;
  let isAfterQuotes = false;
  let isClean = true;
  for (const character of sample) {
    const isEnd = character === delimiter || character === '\n' || character === '\r';
    if (character === '"' && (isQuoted || isFieldStart || isAfterQuotes)) {
      isAfterQuotes = isQuoted;
      isQuoted = !isQuoted;
    } else if (!isQuoted) {
      if (character === '"' || (isAfterQuotes && !isEnd)) isClean = false;
      isAfterQuotes = false;
      if (character === delimiter) count += 1;
      else if (isEnd) {
        counts.push(count);
        count = 0;
        if (counts.length === MOST_RECORDS) return { counts, isClean };
      }
    }
    isFieldStart = !isQuoted && isEnd;
  }
  return { counts: count > 0 ? [...counts, count] : counts, isClean: isClean && !isQuoted };
}
