import { z } from 'zod';
import { Id } from '../kernel/records/fields.js';
import { service } from '../kernel/service.js';
import { queryRows } from '../kernel/database/rows.js';
import { ImportRow } from './reading/schema.js';
import { findImport } from './staged.js';

export const listDifferingRows = service({
  summary: 'List all new, changed or refused rows of a spreadsheet, in their order in the file',
  permission: 'imports.read',
  effect: 'read',
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(ImportRow) }),
  run: async (ctx, { id }) => {
    const { layouts } = await findImport(ctx, id, { rows: false });
    const rows = await queryRows<Omit<z.output<typeof ImportRow>, 'sheet'> & { sheet: number }>(
      ctx
        .db('import_rows')
        .where({ import_id: id })
        .whereIn('state', ['new', 'changed', 'refused'])
        .orderBy('n')
        .select('n', 'sheet', 'row', 'state', 'name', 'changes', 'problems', 'taken'),
    );
    return { items: rows.map((row) => ({ ...row, sheet: layouts[row.sheet]?.sheet ?? '' })) };
  },
});
