import { z } from 'zod';
import { Id } from '../kernel/records/fields.js';
import { service } from '../kernel/service.js';
import { ImportRow } from './reading/schema.js';
import { findImport, showRows } from './staged.js';

export const listDifferingRows = service({
  summary: 'List all new, changed or refused rows of a spreadsheet, in their order in the file',
  permission: 'imports.read',
  effect: 'read',
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(ImportRow) }),
  run: async (ctx, { id }) => {
    const found = await findImport(ctx, id, { rows: false });
    const differing = ctx.db('import_rows').where({ import_id: id }).whereIn('state', ['new', 'changed', 'refused']);
    return { items: await showRows(differing, found) };
  },
});
