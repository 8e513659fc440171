import { z } from 'zod';
import { Named } from '../records/fields.js';
import { Listing, listOf, pageOf } from '../records/page.js';
import { service } from '../service.js';

export const listItemNames = service({
  summary: 'The names of all items, to choose from',
  permission: 'catalogue.view',
  effect: 'read',
  input: Listing.extend({ size: Listing.shape.size.default(5000) }),
  output: listOf(Named),
  run: async (ctx, listing) => {
    const rows = (await ctx.db('items').orderByRaw('lower(name), id').select({ _id: 'id', name: 'name' })) as z.output<
      typeof Named
    >[];
    return pageOf(rows, listing, ['name']);
  },
});
