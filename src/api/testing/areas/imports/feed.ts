import { createSource } from '../../../../domain/imports/feed/sources/service.js';
import { pullSource } from '../../../../domain/imports/feed/runs/pull.js';
import { createOutside } from '../../../../domain/kernel/platform/outside.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Example, Examples, Makers, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const outside = createOutside('a secret for the sources of the nets');
const makeFields = () => ({
  ...{ name: makeUnique('Source'), kind: 'rest', address: 'https://feed.example.com', credential: 'token-of-the-nets' },
  cron: '*/15 * * * *',
});

/** A source of the office, which no shop can see. */
const makeSource = async (world: World): Promise<string> =>
  (await createSource(world.ctx('office.admin', { outside }), { ...makeFields(), kind: 'rest' })).item._id;

/** A source for uploaded files. */
const makeUploadSource = async (world: World): Promise<string> =>
  (await createSource(world.ctx('office.admin', { outside }), { name: makeUnique('Uploads'), kind: 'upload' })).item
    ._id;

/** A run of a source that waits for a worker. */
async function makeFeedRun(world: World): Promise<string> {
  const ctx = world.ctx('office.user', { outside });
  return (await pullSource(ctx, { id: await makeSource(world) })).run._id;
}

/** A run that waits for a user. */
async function makeBraked(world: World): Promise<string> {
  const id = await makeFeedRun(world);
  const brake = { why: '3 of 8 open orders would change.', open: 8, changed: 3, canceled: 0, moved: 0, examples: [] };
  const waits = { state: 'braked', finished_at: world.now, brake: JSON.stringify(brake) };
  await world.db('feed_runs').where({ id }).update(waits);
  return id;
}

const source = { id: 'source' } as const;

export const references: References = {
  'GET /api/source/:id': source,
  'GET /api/source/:id/test': source,
  'GET /api/source/:id/runs': source,
  'GET /api/source/run/:id': { id: 'feedRun' },
  'POST /api/source/run/:id/release': { id: 'feedRun' },
  'POST /api/source/run/:id/discard': { id: 'feedRun' },
  'POST /api/source': { owner: 'word' },
  'POST /api/source/:id/pull': { ...source, kind: 'word' },
  'POST /api/source/:id/upload': source,
  'POST /api/source/:id/pause': source,
  'POST /api/source/:id/resume': source,
  'PUT /api/source/update/:id': { ...source, owner: 'word' },
  'DELETE /api/source/delete/:id': source,
};

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'source', values });

export const examples: Examples = {
  'POST /api/source': () => office(makeFields()),
  'POST /api/source/run/:id/release': async (world) => office({ id: await makeBraked(world) }),
  'POST /api/source/run/:id/discard': async (world) => office({ id: await makeBraked(world) }),
  'POST /api/source/:id/pull': async (world) => office({ id: await makeSource(world), kind: 'full' }),
  'POST /api/source/:id/upload': async (world) =>
    office({ id: await makeUploadSource(world), rows: [{ id: makeUnique('Sale') }], fileName: 'orders.json' }),
  'POST /api/source/:id/pause': async (world) => office({ id: await makeSource(world) }),
  'POST /api/source/:id/resume': async (world) => {
    const id = await makeSource(world);
    await world.db('feed_sources').where({ id }).update({ paused: true });
    return office({ id });
  },
  'PUT /api/source/update/:id': async (world) => office({ id: await makeSource(world), overlapMinutes: 15 }),
  'DELETE /api/source/delete/:id': async (world) => office({ id: await makeSource(world) }),
};

export const records: Makers = { source: makeSource, feedRun: makeFeedRun };

export const commands: Commands = {
  'sources add': () => [makeUnique('Source'), '--kind', 'rest', '--address', 'https://feed.example.com'],
  'sources change': async (world) => [await makeSource(world), '--overlap', '30', '--set', 'limit=50'],
  'sources list': () => [],
  'sources show': async (world) => [await makeSource(world)],
  'sources pause': async (world) => [await makeSource(world)],
  'sources resume': async (world) => [await makeSource(world)],
  'sources reconcile': async (world) => [await makeSource(world), '--from', '2026-01-01', '--to', '2026-12-31'],
  'sources remove': async (world) => [await makeSource(world)],
  'sources pull': async (world) => [await makeSource(world), '--no-wait'],
};
