const CANDIDATES = [',', ';', '\t', '|'] as const;
const MOST_RECORDS = 50;

/**
 * Detects the delimiter of a csv from its beginning: the one that occurs equally often in the most records, outside
 * quotes.
 */
export function getDelimiter(sample: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of CANDIDATES) {
    const score = evenness(getCounts(sample, delimiter));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Scores the counts: first by how many records share the most frequent count, then by how high it is. */
function evenness(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
  return Math.max(0, ...[...times].map(([count, records]) => records + Math.min(count, 999) / 1000));
}

/** How often a delimiter occurs in each record; a quote only opens a quoted field at the start of the field. */
function getCounts(sample: string, delimiter: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let isQuoted = false;
  let isFieldStart = true;
  for (const character of sample) {
    if (character === '"' && (isQuoted || isFieldStart)) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === delimiter) count += 1;
    else if (character === '\n' || character === '\r') {
      counts.push(count);
      count = 0;
      if (counts.length === MOST_RECORDS) break;
    }
    isFieldStart = !isQuoted && (character === delimiter || character === '\n' || character === '"');
  }
  return count > 0 ? [...counts, count] : counts;
}
