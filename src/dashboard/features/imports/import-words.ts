import type { Output } from '../../lib/server/api.js';
import { count, countHeading } from '../../lib/format.js';
import { kindNamed } from '../../lib/import-kinds.js';
import type { Side } from '../../lib/use-side.js';
import type { Me } from '../../lib/server/session.js';

export type ImportRow = Output<'GET /api/imports'>['items'][number];
export type Import = Output<'GET /api/imports/:id'>;

/** The address of an import's screen. */
export const importView = (side: Side, id: string): string => `/${side}/import/view?id=${encodeURIComponent(id)}`;

export const isOrders = ({ kind }: Pick<ImportRow, 'kind'>): boolean => kind === 'orders';

/** Whether it has no file: an update of all sheds of a size, made on a shed's form. */
export const isPartsUpdate = ({ kind }: Pick<ImportRow, 'kind'>): boolean => kind === 'shed-parts';

/** What a file contains, in readable form: `Orders`, `Haul bases`. */
export const getKind = ({ kind }: Pick<ImportRow, 'kind'>): string =>
  kindNamed(kind)?.title ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');

const orderWords = { new: 'new', replaced: 'replaced', kept: 'kept', skipped: 'skipped', refused: 'refused' };
const rowWords = { new: 'new', changed: 'changed', unchanged: 'unchanged', refused: 'refused' };

/** The result counts of a file, by label; orders have other labels than rows of a spreadsheet. */
export const getOutcomes = ({ kind, counts }: Pick<ImportRow, 'kind' | 'counts'>): (readonly [string, number])[] =>
  Object.entries(isOrders({ kind }) && 'skipped' in counts ? orderWords : rowWords).map(
    ([name, word]) => [word, counts[name] ?? 0] as const,
  );

/** The counts as text, without zeros: `3 new, 1 refused`; `no rows` if all are 0. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .flatMap(([word, n]) => (n > 0 ? `${count(n)} ${word}` : []))
    .join(', ') || 'no rows';

/** Describes an import: `feed.json, 12 orders`, `Dealers.xlsx, 3 rows`. */
export function importName({ fileName, kind, counts }: Pick<ImportRow, 'fileName' | 'kind' | 'counts'>): string {
  const storedCount = ['new', 'replaced', 'kept', 'changed'].reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return `${fileName}, ${countHeading(storedCount, isOrders({ kind }) ? 'order' : 'row').toLowerCase()}`;
}

/** The question before undoing an import. */
export const undoQuestion = (of: Pick<ImportRow, 'kind'>): string =>
  isOrders(of)
    ? 'Undo this import? This deletes its orders and restores the orders they replaced.'
    : 'Undo this import? This deletes the records it added and restores the records it changed.';

type UndoableImport = Pick<ImportRow, 'kind' | 'by' | 'undoneAt'> & Partial<Pick<Import, 'inTheWay'>>;

/** Why a user cannot undo an import, as far as the page can tell; null if they can. */
export function explainNotUndoable(
  { kind, by, undoneAt, inTheWay = [] }: UndoableImport,
  me: Pick<Me, 'name' | 'role'>,
): string | null {
  if (undoneAt) return 'This import was already undone.';
  if (by !== me.name && me.role !== 'Office Admin') return `Only ${by} or an Office Admin can undo this import.`;
  if (inTheWay.length === 0) return null;
  return isOrders({ kind })
    ? 'Some of its orders have changed since. See below.'
    : 'Some of its records have changed since. See below.';
}
