import type { Knex } from 'knex';
import type { Clock } from '../../../kernel/context.js';
import { SourceFailure } from '../fetching/failure.js';
import { fetchPage, type FetchSettings, type Page, type RestSource } from '../fetching/page.js';
import { type Cursor, nextPass, nextPhase } from './cursor.js';
import { readId, type Keys, keyRows } from './keyed-rows.js';
import { countStaged, dropVanished, type LeasedRun, keepStep } from './stage.js';

/** Everything that reading a run's pages needs. */
export interface Reading extends FetchSettings {
  readonly db: Knex;
  readonly clock: Clock;
  readonly lease: LeasedRun;
  readonly source: RestSource;
  readonly keys: Keys;
  /** Only what changed since then, by the source's clock; null to read everything. */
  readonly since: Date | null;
  readonly overlapMs: number;
  readonly startedAt: Date;
  /** Called after each page. */
  readonly onPage: () => Promise<unknown>;
}

const MOST_PASSES = 3;
const MOST_IDLE_PAGES = 5;

/**
 * Stages every row of a source. Reads the set until an empty page, again if rows moved or the counts disagree, and
 * finally what changed since the run started. Continues where `cursor` is. Throws `SourceFailure`.
 */
export async function readPages(reading: Reading, start: Cursor, knownStart: Date | null): Promise<Cursor> {
  let cursor = start;
  let began = knownStart;
  if (cursor.phase === 'read') {
    const pages = await readSet(reading, cursor, reading.since, began);
    began = pages.began;
    const asksChanges = reading.source.settings.changedSinceParameter !== '';
    cursor = await turn(reading, pages.cursor, asksChanges ? 'settle' : 'apply', { read_count: pages.count });
  }
  if (cursor.phase === 'settle') {
    const since = began && new Date(began.getTime() - reading.overlapMs);
    cursor = await turn(reading, (await readSet(reading, cursor, since, began)).cursor, 'apply');
  }
  return cursor;
}

async function turn(
  { db, lease }: Reading,
  cursor: Cursor,
  phase: Cursor['phase'],
  progress: { readonly read_count?: number } = {},
): Promise<Cursor> {
  const next = nextPhase(cursor, phase);
  await keepStep(db, lease, { cursor: next, rows: [], progress });
  return next;
}

/** A completely read set, or the progress of reading it. */
interface ReadSet {
  readonly cursor: Cursor;
  readonly began: Date | null;
  /** How many rows it has. */
  readonly count: number;
}

async function readSet(reading: Reading, start: Cursor, since: Date | null, knownStart: Date | null): Promise<ReadSet> {
  const { db, lease } = reading;
  let cursor = start;
  let began = knownStart;
  for (;;) {
    ({ cursor, began } = await readPass(reading, cursor, since, began));
    // If nothing moved, the rows of this pass are the set; otherwise those of all passes since it last shrank.
    const base = cursor.moved ? cursor.base : cursor.pass;
    const count = (await countStaged(db, lease, base)) + cursor.nameless;
    if (isWhole(cursor, count)) {
      await dropVanished(db, lease, cursor.firstPass, base);
      return { cursor: cursor.phase === 'read' ? noteSet(cursor, count) : cursor, began, count };
    }
    if (cursor.pass - cursor.firstPass + 1 >= MOST_PASSES) throw disagreement(cursor, count);
    cursor = nextPass(cursor);
  }
}

const noteSet = (cursor: Cursor, count: number): Cursor => {
  const { moved, offset, nameless, notes } = cursor;
  return { ...cursor, notes: { ...notes, nameless, repeated: moved ? 0 : offset - count } };
};

/**
 * Whether a set was read completely: as many different orders as the source states, in a second pass if rows moved.
 * If the source states nothing, no row may have moved.
 */
const isWhole = ({ total, moved, pass, firstPass }: Cursor, count: number): boolean =>
  total === null ? !moved : count === total && (!moved || pass > firstPass);

function disagreement({ total }: Cursor, count: number): SourceFailure {
  if (total === null || total === count)
    return new SourceFailure(
      `The list of orders changed during all ${MOST_PASSES} attempts to read it, so some may be missing.`,
    );
  const [totalText, countText] = [total, count].map((n) => n.toLocaleString('en-US'));
  return new SourceFailure(`The source reports ${totalText} orders, but ${countText} were read.`);
}

/**
 * Reads from the cursor to the first empty page. Each page starts one row back, so that moved rows are noticed, and is
 * stored while the next one is fetched.
 */
async function readPass(
  reading: Reading,
  start: Cursor,
  since: Date | null,
  knownStart: Date | null,
): Promise<Omit<ReadSet, 'count'>> {
  const fetchAt = (offset: number) => fetchPage(reading.source, { offset, since }, reading);
  const ids = new Set<string | null>();
  let cursor = start;
  let began = knownStart;
  let idlePages = 0;
  let overlap = cursor.lastId === null ? 0 : 1;
  for (let page = await fetchAt(cursor.offset - overlap); ;) {
    refuseTooLong(reading);
    began ??= page.serverTime ?? reading.clock.now();
    const { cursor: next, fresh } = advance(noteClock(cursor, page, reading.clock), page, overlap, reading.keys);
    const idCount = ids.size;
    for (const row of page.rows) ids.add(readId(row, reading.keys));
    idlePages = ids.size > idCount || fresh === 0 ? 0 : idlePages + 1;
    const keeping = keepPage(reading, next, page.rows.slice(page.rows.length - fresh), began);
    if (page.rows.length === 0 && overlap === 0) return { cursor: await keeping, began };
    if (idlePages >= MOST_IDLE_PAGES) {
      await keeping;
      throw new SourceFailure('The source sends the same orders on every page.');
    }
    overlap = fresh === 0 ? 0 : 1;
    [cursor, page] = await both(keeping, fetchAt(next.offset - overlap));
  }
}

/** Waits until both are settled, then throws the failure of the first before that of the second. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** The cursor after a page, and how many of its rows follow the last one; `overlap` is how many rows it should repeat. */
function advance(
  cursor: Cursor,
  { rows, total }: Page,
  overlap: number,
  keys: Keys,
): { cursor: Cursor; fresh: number } {
  const repeats = overlap > 0 && rows.length > 0 && readId(rows[0], keys) === cursor.lastId;
  const next = {
    ...withTotal(cursor, total),
    offset: rows.length > 0 ? cursor.offset - overlap + rows.length : cursor.offset,
    lastId: rows.length > 0 ? readId(rows.at(-1), keys) : cursor.lastId,
    moved: cursor.moved || (overlap > 0 && !repeats),
  };
  return { cursor: next, fresh: rows.length - (repeats ? 1 : 0) };
}

function noteClock(cursor: Cursor, { serverTime }: Page, clock: Clock): Cursor {
  if (!serverTime) return cursor;
  const clockAhead = Math.round((serverTime.getTime() - clock.now().getTime()) / 1000);
  return { ...cursor, notes: { ...cursor.notes, clockAhead } };
}

/** The newest total. A set that shrank must be read again from its beginning. */
function withTotal(cursor: Cursor, total: number | null): Cursor {
  if (total === null) return cursor;
  const hasShrunk = cursor.total !== null && total < cursor.total;
  return { ...cursor, total, base: hasShrunk ? cursor.pass + 1 : cursor.base };
}

async function keepPage(reading: Reading, cursor: Cursor, newRows: readonly unknown[], began: Date): Promise<Cursor> {
  const { rows, nameless, notes } = keyRows(newRows, reading.keys, cursor.notes);
  const next = { ...cursor, nameless: cursor.nameless + nameless, notes };
  const isMain = cursor.phase === 'read';
  const progress = isMain ? { read_count: next.offset, source_count: next.total, began } : { began };
  await keepStep(reading.db, reading.lease, { cursor: next, rows, progress });
  await reading.onPage();
  return next;
}

function refuseTooLong({ clock, startedAt, limits }: Reading): void {
  if (clock.now().getTime() - startedAt.getTime() > limits.runMs)
    throw new SourceFailure(`Reading took longer than ${Math.round(limits.runMs / 60_000)} minutes.`);
}
