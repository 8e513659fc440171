import { createView, shareView } from '../../../../domain/reporting/saved-views/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import { clerks, type Side } from '../../side.js';
import { makeUnique } from '../../unique.js';

const newView = () => ({ name: makeUnique('View'), report: 'order-profit', filter: { range: 'last-month' } });

/** A view shared with everyone in the shop. */
export async function makeView(world: World, side: Side = 'home'): Promise<string> {
  const ctx = world.ctx(clerks[side]);
  const { item } = await createView(ctx, newView());
  await shareView(ctx, { id: item._id, shared: true });
  return item._id;
}

export const references: References = {
  'GET /api/savedview/:id': { id: 'savedView' },
  'PUT /api/savedview/update/:id': { id: 'savedView' },
  'PUT /api/savedview/share/:id': { id: 'savedView' },
  'DELETE /api/savedview/delete/:id': { id: 'savedView' },
};

export const examples: Examples = {
  'POST /api/savedview': (_, side = 'home') => ({ as: clerks[side], entity: 'saved-view', values: newView() }),
  'PUT /api/savedview/update/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'saved-view',
    values: { id: await makeView(world, side), revision: 2, name: makeUnique('View'), filter: { range: 'this-year' } },
  }),
  'PUT /api/savedview/share/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'saved-view',
    values: { id: await makeView(world, side), shared: false },
  }),
  'DELETE /api/savedview/delete/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'saved-view',
    values: { id: await makeView(world, side) },
  }),
};

export const records: Makers = { savedView: makeView };
