import type { Output } from '../../lib/api.js';
import { countHeading } from '../../lib/format.js';
import type { Me } from '../../lib/session.js';

export type ImportRow = Output<'GET /api/imports'>['items'][number];
export type Import = Output<'GET /api/imports/:id'>;

/** Where an import opens. */
export const importView = (id: string): string => `/company/import/view?id=${encodeURIComponent(id)}`;

/** What a file held: `Orders`. */
export const kindOf = ({ kind }: Pick<ImportRow, 'kind'>): string => kind.charAt(0).toUpperCase() + kind.slice(1);

/** What became of the rows of a file, in the order of the columns. */
export const outcomes = {
  new: 'New',
  replaced: 'Replaced',
  kept: 'Kept',
  skipped: 'Skipped',
  refused: 'Refused',
} as const satisfies Record<keyof ImportRow['counts'], string>;

/** An import in words: `feed.json, 12 orders`. */
export function importName({ fileName, counts }: Pick<ImportRow, 'fileName' | 'counts'>): string {
  return `${fileName}, ${countHeading(counts.new + counts.replaced + counts.kept, 'order').toLowerCase()}`;
}

type Undoable = Pick<ImportRow, 'by' | 'undoneAt'> & Partial<Pick<Import, 'inTheWay'>>;

/** Why a person cannot undo an import, as far as it is known; null when they can. */
export function whyNotUndone({ by, undoneAt, inTheWay = [] }: Undoable, me: Pick<Me, 'name' | 'role'>): string | null {
  if (undoneAt) return 'It is undone already.';
  if (by !== me.name && me.role !== 'Office Admin') return `Only ${by} or an Office Admin can undo it.`;
  return inTheWay.length === 0 ? null : 'Some of its orders have moved on: see below.';
}
