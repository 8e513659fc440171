import type { RowState } from '../../../../domain/imports/reading/schema.js';
import type { Output } from '../../../lib/server/api.js';
import type { Side } from '../../../lib/use-side.js';

type StagedImport = Output<'GET /api/imports/:id/staged'>;

/** The address of an uploaded file's preview, opened at the relevant rows. */
export function previewPath(side: Side, { _id, counts }: Pick<StagedImport, '_id' | 'counts'>): string {
  const state = firstTab(counts);
  return `/${side}/import/preview?id=${encodeURIComponent(_id)}${state ? `&state=${state}` : ''}`;
}

/** The first tab of a preview: the changed rows, if there are unchanged rows between them. */
export function firstTab({ new: newCount, changed, unchanged, refused }: StagedImport['counts']): RowState | '' {
  if (unchanged === 0 || (newCount > 0 && changed > 0)) return '';
  if (newCount + changed > 0) return newCount > 0 ? 'new' : 'changed';
  return refused > 0 ? 'refused' : '';
}
