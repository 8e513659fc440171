import type { WriteCtx } from '../../kernel/context.js';
import { queryColumn } from '../../kernel/database/rows.js';

/** All shops and the office, because every screen shows the company's name, logo and time zone. */
export const findEveryone = async (ctx: WriteCtx): Promise<(string | null)[]> => [
  null,
  ...(await queryColumn<string>(ctx.db('shops').pluck('id'))),
];
