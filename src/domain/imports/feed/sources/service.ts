import { z } from 'zod';
import type { ActorCtx } from '../../../kernel/context.js';
import { invalid } from '../../../kernel/errors.js';
import { newId } from '../../../kernel/ids.js';
import { getList, getPage, Listing } from '../../../kernel/records/page.js';
import {
  createRecord,
  RecordVersion,
  updateRecord,
  findRecord,
  RecordId,
  type RecordKind,
} from '../../../kernel/records/record.js';
import { serviceToDelete } from '../../../kernel/records/writes.js';
import { service } from '../../../kernel/service.js';
import { readOwner } from '../../../messaging/outbox/owner.js';
import { getOrigin } from './credentials.js';
import { findSources } from '../queries.js';
import { NewSource, Source, SourceChange } from '../schema.js';
import { buildRow, mergeChange, sealFor } from './source-row.js';

const Sort = z.enum(['name', '-name', 'kind', '-kind', 'nextRunAt', '-nextRunAt']).default('name');
const SavedSource = z.object({ msg: z.string(), item: Source });

/** What the history records of a source: the settings by users, but never its credential. */
const trace = (source: Source) => {
  const {
    lastRun: _lastRun,
    problem: _problem,
    nextRunAt: _next,
    nextFullAt: _nextFull,
    highWater: _high,
    schedule: _words,
    fullSchedule: _fullWords,
    ...fields
  } = source;
  return fields;
};

/** The record kind of sources. */
export const getSourceKind = ({ clock }: ActorCtx): RecordKind<typeof Source> => ({
  what: 'Source',
  entity: 'source',
  table: 'feed_sources',
  schema: Source,
  find: (db, ids) => findSources(db, clock.now(), ids),
  uses: [],
  publish: (tx) => tx.publish({ topic: 'sources', shopIds: [null] }),
  trace,
});

export const listSources = service({
  summary: 'List the sources that orders come from, with their last pull and problems',
  permission: 'orders.import',
  effect: 'read',
  input: Listing.extend({ sort: Sort }),
  output: getList(Source),
  run: async (ctx, listing) => getPage(await findSources(ctx.db, ctx.clock.now()), listing, ['name', 'address']),
});

export const getSource = service({
  summary: 'Get a source, without its credential',
  permission: 'orders.import',
  effect: 'read',
  input: RecordId,
  output: Source,
  run: (ctx, { id }) => findRecord(ctx.db, getSourceKind(ctx), id),
});

export const createSource = service({
  summary: 'Add a source that orders are pulled from; its credential is stored encrypted and never returned',
  permission: 'company.write',
  effect: 'write',
  input: NewSource,
  output: SavedSource,
  run: async (ctx, input) => {
    const id = newId();
    const owner = await readOwner(ctx, input.owner === undefined ? ctx.actor.id : input.owner);
    const row = { ...buildRow(ctx, { ...input, paused: false }), owner_id: owner, ...sealFor(ctx, { id, ...input }) };
    const item = await createRecord(
      ctx,
      getSourceKind(ctx),
      (newSourceId) => ctx.db('feed_sources').insert({ ...row, id: newSourceId }),
      id,
    );
    return { msg: 'Source added.', item };
  },
});

export const updateSource = service({
  summary: 'Change a source; leave out the credential to keep it',
  permission: 'company.write',
  effect: 'write',
  input: SourceChange.extend(RecordVersion.shape),
  output: SavedSource,
  run: async (ctx, { id, revision, ...change }) => {
    const kind = getSourceKind(ctx);
    const item = await updateRecord(ctx, kind, { id, revision }, async (before) => {
      const next = mergeChange(before, change);
      if (change.credential === undefined && before.credentialSetAt !== null) refuseMove(before.address, next.address);
      const owner = change.owner === undefined ? (before.owner?._id ?? null) : await readOwner(ctx, change.owner);
      const sealedCredential =
        change.credential === undefined ? {} : sealFor(ctx, { id, ...next, credential: change.credential });
      const row = { ...buildRow(ctx, next, before), owner_id: owner, ...sealedCredential };
      await ctx.db('feed_sources').where({ id }).update(row);
    });
    return { msg: 'Source updated.', item };
  },
});

export const deleteSource = serviceToDelete({
  kind: getSourceKind,
  summary: 'Delete a source and its pulls; its orders are kept',
  permission: 'company.write',
  msg: 'Source deleted.',
});

const setPaused = (summary: string, isPaused: boolean) =>
  service({
    summary,
    permission: 'orders.import',
    effect: 'write',
    input: RecordVersion,
    output: SavedSource,
    run: async (ctx, { id, revision }) => {
      const item = await updateRecord(ctx, getSourceKind(ctx), { id, revision }, (before) => {
        const { next_run_at, next_full_at } = buildRow(ctx, { ...mergeChange(before, {}), paused: isPaused }, before);
        return ctx.db('feed_sources').where({ id }).update({ paused: isPaused, next_run_at, next_full_at });
      });
      return { msg: isPaused ? 'Source paused.' : 'Source resumed.', item };
    },
  });

export const pauseSource = setPaused('Stop the scheduled pulls of a source until it is resumed', true);
export const resumeSource = setPaused('Resume the scheduled pulls of a source', false);

/**
 * Throws if the address changes without a new credential, because a credential must not be sent to a place it was not
 * entered for.
 */
function refuseMove(before: string, after: string): void {
  if (getOrigin(before) !== getOrigin(after))
    throw invalid('credential', 'must be entered again, because the address points to another host');
}
