import { Readable } from 'node:stream';
import type { ActorCtx } from '../../kernel/context.js';
import { type FileBytes, piecesFrom } from '../../files/file-bytes.js';
import type { LargeFile } from '../../files/file.js';
import { DomainError } from '../../kernel/errors.js';
import { isPlainObject } from '../../kernel/objects.js';
import type { ImportInput } from '../reading/input.js';
import { Pace } from '../../kernel/pace.js';
import { isTooDeep, MOST_LEVELS, parsePaced } from '../../kernel/text/paced-json.js';
import { NotUtf8, utf8Pieces } from '../../kernel/text/utf8-text.js';
import { digestOfList } from '../digest.js';
import type { RawRow, RefusedRow, ImportSource } from '../reading/kind.js';
import { layOutAgain } from '../reading/layout.js';
import type { OrderCells } from './plan-orders.js';
import { describeReason } from '../reading/problem.js';
import type { SheetLayout } from '../reading/schema.js';
import { explainUnstorable, storableText, storableValue } from '../reading/storable.js';
import { isKnownFormat, isPartOfNative, readOrderRows } from '../../orders/intake/formats/read-file.js';
import { loadOrderMapping, orderColumns } from './columns.js';
import { listPaths } from './paths.js';

const LOOKED_AT = 2000;

/** The orders of a JSON file or of a request. Throws unreadable-file, and invalid-input without an order. */
export const readOrderFiles = async (ctx: ActorCtx, { file, rows, fileName }: ImportInput) =>
  readSentOrders(ctx, file ? await readContent(file.bytes, new Pace(ctx.signal)) : rows, file?.name ?? fileName);

/**
 * The rows of orders, in sequence, on two sheets: those in a known format, and the others under a header with all of
 * their paths. Throws invalid-input without an order.
 */
export async function readSentOrders(
  ctx: ActorCtx,
  content: unknown,
  fileName: string,
): Promise<ImportSource<OrderCells>> {
  const pace = new Pace(ctx.signal);
  const orders = readOrderRows(content);
  const hasKnown = orders.some(isKnownFormat);
  const rows = await pace.map(orders.entries(), ([index, order]) => {
    const isKnown = isKnownFormat(order) || (hasKnown && isPartOfNative(order));
    return { n: index + 1, row: index + 1, cells: toCells(order), hidden: false, isKnown };
  });
  const unknownRows = rows.filter(({ isKnown }) => !isKnown);
  const layouts = unknownRows.length < rows.length ? [getLayout('Orders', [], rows.length - unknownRows.length)] : [];
  if (unknownRows.length > 0) layouts.push(await layOutOthers(ctx, unknownRows));
  return {
    fileName: storableText(fileName),
    sha256: await digestOfList(orders, pace),
    layouts,
    rows: rows.map(({ isKnown, ...row }) => ({ ...row, sheet: isKnown ? 0 : layouts.length - 1 })),
    hidden: [],
    questions: [],
  };
}

async function layOutOthers({ db }: ActorCtx, rows: readonly Pick<RawRow<OrderCells>, 'cells'>[]) {
  const paths = listPaths(rows.slice(0, LOOKED_AT).map(({ cells: [order] }) => order));
  const layout = getLayout('Orders of another format', paths, rows.length);
  return layOutAgain(layout, orderColumns, await loadOrderMapping(db));
}

const getLayout = (sheet: string, paths: readonly string[], rows: number): SheetLayout => ({
  ...{ sheet, rows, headerRow: 0, missing: [], hidden: { count: 0, rows: '' } },
  columns: paths.map((header) => ({ header, field: null, lost: false })),
});

function toCells(order: unknown): OrderCells {
  const why = explainUnstorable(order);
  return why === null ? [order] : [storableValue(order), why];
}

async function readContent(bytes: FileBytes, pace: Pace): Promise<unknown> {
  try {
    return await parsePaced(utf8Pieces(piecesFrom(bytes)), pace, refuseTooDeep);
  } catch (error) {
    if (error instanceof NotUtf8) throw unreadable(`${error.message}; export the orders again`);
    if (error instanceof SyntaxError)
      throw unreadable(`it is not valid JSON, ${error.message}; export the orders again`);
    throw error;
  }
}

function refuseTooDeep(order: unknown): void {
  if (!isTooDeep(order)) return;
  throw unreadable(`its lists and objects are nested more than ${MOST_LEVELS} levels deep; export the orders again`);
}

const unreadable = (why: string) => new DomainError('unreadable-file', { why });

/** Refused orders as a JSON file with reasons, to correct and upload again. */
export function refusedOrders(
  { fileName }: Pick<ImportSource, 'fileName'>,
  rows: readonly RefusedRow<OrderCells>[],
): Promise<LargeFile> {
  const orders = rows.map(({ cells: [order], problems }) => {
    const reason = problems.map(describeReason).join('; ');
    return isPlainObject(order) ? { ...order, reason } : { order, reason };
  });
  const content = Readable.from([Buffer.from(JSON.stringify(orders, null, 2))], { objectMode: false });
  const name = `${fileName.replace(/\.\w+$/, '')}-refused.json`;
  return Promise.resolve({ name, type: 'application/json', content });
}
