import { Readable } from 'node:stream';
import type { ActorCtx } from '../../../kernel/context.js';
import { type FileBytes, piecesOf } from '../../../files/file-bytes.js';
import type { LargeFile } from '../../../files/file.js';
import { DomainError } from '../../../kernel/errors.js';
import type { ImportInput } from '../../reading/input.js';
import { Pace } from '../../../kernel/pace.js';
import { isTooDeep, MOST_LEVELS, parsePaced } from '../../../kernel/text/paced-json.js';
import { NotUtf8, utf8Pieces } from '../../../kernel/text/utf8-text.js';
import type { Cell, ReadFile, ReadSheet } from '../../../files/sheets/file-contents.js';
import { digestOf } from '../../orders/file-digest.js';
import { isKnownFormat, isPartOfNative, rowsOf } from '../../../orders/intake/read-file.js';
import { storableOrder, unstorableIn } from './storable-order.js';

const MOST_PATHS = 400;
const PATH_LEVELS = 4;
const LOOKED_AT = 2000;

/**
 * The orders of a JSON file in two lists: those of a format that is known as a whole, and the others under a header of all
 * paths in them. The first cell of a row is its order; a second one says why a text in it is not stored as it came. Throws
 * unreadable-file, and invalid-input where there is no order.
 */
export async function readOrders(
  ctx: ActorCtx,
  input: ImportInput,
): Promise<ReadFile & { fileName: string; sha256: string }> {
  const pace = new Pace(ctx.signal);
  const rows = rowsOf(input.file ? await contentOf(input.file.bytes, pace) : input.rows);
  const sheets: { readonly known: Row[]; readonly other: Row[] } = { known: [], other: [] };
  const hasKnown = rows.some(isKnownFormat);
  for (const [index, order] of rows.entries()) {
    const isKnown = isKnownFormat(order) || (hasKnown && isPartOfNative(order));
    sheets[isKnown ? 'known' : 'other'].push({ row: index + 1, cells: cellsOf(order) });
    if (pace.isDue()) await pace.rest();
  }
  const paths = pathsIn(sheets.other.slice(0, LOOKED_AT).map(({ cells }) => orderIn(cells)));
  return {
    fileName: input.file?.name ?? input.fileName,
    sha256: await digestOf(rows, pace),
    hidden: [],
    sheets: [sheet('Orders', [], sheets.known), sheet('Orders of another format', paths, sheets.other)].filter(
      ({ rows: [, first] }) => first !== undefined,
    ),
  };
}

type Row = ReadSheet['rows'][number];

const sheet = (name: string, header: readonly string[], rows: readonly Row[]): ReadSheet => ({
  name,
  rows: [{ row: 0, cells: header }, ...rows],
});

function cellsOf(order: unknown): readonly Cell[] {
  const found = unstorableIn(order);
  if (!found) return [order as Cell];
  const where = found.path ? `${found.path} "${found.text}"` : `"${found.text}"`;
  return [storableOrder(order) as Cell, `${where} has a character that cannot be stored`];
}

/** The order that a row holds, as the file has it, but for what cannot be stored. */
export const orderIn = (cells: readonly Cell[]): unknown => cells[0];

/** Why the order of a row is not stored as the file has it; null where it is. */
export const whyNotStored = (cells: readonly Cell[]): string | null => (cells[1] ?? null) as string | null;

async function contentOf(bytes: FileBytes, pace: Pace): Promise<unknown> {
  try {
    return await parsePaced(utf8Pieces(piecesOf(bytes)), pace, refuseTooDeep);
  } catch (error) {
    if (error instanceof NotUtf8) throw unreadable(`${error.message}: export the orders again`);
    if (error instanceof SyntaxError)
      throw unreadable(`it is not valid JSON, ${error.message}: export the orders again`);
    throw error;
  }
}

function refuseTooDeep(order: unknown): void {
  if (!isTooDeep(order)) return;
  throw unreadable(`lists and objects in it are nested more than ${MOST_LEVELS} levels deep: export the orders again`);
}

const unreadable = (why: string) => new DomainError('unreadable-file', { why });

/** Every path to a value in some orders: `building.size`, and `lines[].name` inside of lists. */
function pathsIn(orders: readonly unknown[]): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, path: string, levels: number): void => {
    if (found.size >= MOST_PATHS) return;
    if (Array.isArray(value)) {
      found.add(path);
      for (const one of value.slice(0, 20)) if (isObject(one)) visit(one, `${path}[]`, levels - 1);
    } else if (isObject(value) && levels > 0) {
      for (const [name, inner] of Object.entries(value))
        if (/^[^.[\]]+$/.test(name)) visit(inner, path === '' ? name : `${path}.${name}`, levels - 1);
    } else if (path !== '' && !path.endsWith('[]')) found.add(path);
  };
  for (const order of orders) visit(order, '', PATH_LEVELS);
  return [...found];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refused orders as a JSON file that can be mended and read again; each says why it was refused. */
export function refusedOrders(
  fileName: string,
  rows: readonly { readonly cells: readonly Cell[]; readonly reason: string }[],
): LargeFile {
  const orders = rows.map(({ cells, reason }) => {
    const order = orderIn(cells);
    return isObject(order) ? { ...order, reason } : { order, reason };
  });
  const content = Readable.from([Buffer.from(JSON.stringify(orders, null, 2))], { objectMode: false });
  return { name: `${fileName.replace(/\.\w+$/, '')}-refused.json`, type: 'application/json', content };
}
