/**
 * The name of a WAL file, PostgreSQL's log of changes in files of 16 MB: timeline, log and segment, eight hexadecimal
 * digits each.
 */
const SEGMENT = /^[0-9A-F]{24}$/;
const SEGMENTS_PER_LOG = 0x100;

export const isSegment = (name: string): boolean => SEGMENT.test(name);

/** The timeline of a segment: a restored database continues on a new one. */
export const toTimeline = (name: string): string => name.slice(0, 8);

/** The position of a segment in the sequence that all timelines share. */
const toPosition = (name: string): number =>
  Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(name.slice(16, 24), 16);

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');

/** Orders segments as they were written; those of different timelines at the same position are equal. */
export const compareSegments = (a: string, b: string): number => toPosition(a) - toPosition(b);

/** Whether a segment is older than everything that a base backup starting at `start` needs. */
export const isOlder = (name: string, start: string): boolean => compareSegments(name, start) < 0;

/** The first segment missing from an archive between `start` and its newest segment; null if there is no gap. */
export function findMissing(names: readonly string[], start: string): string | null {
  const positions = new Set(names.filter(isSegment).map(toPosition));
  const newestPosition = Math.max(toPosition(start), ...positions);
  for (let position = toPosition(start); position <= newestPosition; position += 1)
    if (!positions.has(position))
      return toTimeline(start) + hex(Math.floor(position / SEGMENTS_PER_LOG)) + hex(position % SEGMENTS_PER_LOG);
  return null;
}
