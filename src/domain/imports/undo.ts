import { z } from 'zod';
import type { WriteCtx } from '../kernel/context.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { publishCatalogue, RecordId } from '../kernel/records/record.js';
import { service } from '../kernel/service.js';
import { plural } from '../kernel/text/plural.js';
import { mapColumns } from '../kernel/database/columns.js';
import { queryFirstRow, queryRows } from '../kernel/database/rows.js';
import { SHED_PARTS } from '../catalogue/sheds/across-models.js';
import { moveBack } from '../stock/movements.js';
import { takenRefusal, takeTime } from './apply.js';
import { ofActor } from './history.js';
import { undoing } from './kinds.js';
import type { Blocker } from './reading/schema.js';

const ORDERS = 'orders';

export const undoImport = service({
  summary: 'Undo an import whose records have not changed since: delete what it added, restore what it changed',
  permission: 'imports.undo',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string(), deleted: z.int(), restored: z.int() }),
  run: async (ctx, { id }) => {
    await takeTime(ctx);
    const row = await queryFirstRow<UndoneImport>(
      ofActor(ctx).where({ id }).forUpdate().first(mapColumns('_id kind fileName undoneBy actorId')),
    );
    if (!row) throw notFound('Import');
    const isOwn = row.actorId !== null && row.actorId === ctx.actor.id;
    if (!isOwn && ctx.actor.role !== 'Office Admin') throw new DomainError('permission-denied', undefined);
    if (row.undoneBy) throw new DomainError('import-not-undoable', { why: `${row.undoneBy} already undid it` });
    const { deleted, restored } = await undoRecords(ctx, row);
    await ctx.db('imports').where({ id }).update({ undone_at: ctx.clock.now(), undone_by: ctx.actor.name });
    await ctx.audit({
      action: 'undo import',
      entity: 'import',
      id,
      before: { file: row.fileName, deleted },
      after: { restored },
    });
    if (row.kind === SHED_PARTS) await noteSheds(ctx, row);
    const [one, many] = row.kind === ORDERS ? ['order', 'orders'] : ['row', 'rows'];
    return {
      msg: `${row.fileName} is undone: ${deleted} ${plural(deleted, one, many)} deleted, ${restored} restored.`,
      deleted,
      restored,
    };
  },
});

/** Adds a history entry to each shed whose parts were restored. */
async function noteSheds(tx: WriteCtx, { _id: id, fileName }: UndoneImport): Promise<void> {
  const ids = await queryRows<string>(tx.db('import_rows').where({ import_id: id }).orderBy('n').pluck('record_id'));
  await tx.audit({ action: 'undo import', entity: 'shed', ids, after: { file: fileName } });
}

interface UndoneImport {
  readonly _id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly undoneBy: string | null;
  readonly actorId: string | null;
}

async function undoRecords(ctx: WriteCtx, { _id: id, kind, fileName }: UndoneImport) {
  const how = undoing(kind);
  await how.lock(ctx, id);
  refuseBlocked(await how.findBlockers(ctx.db, id));
  await moveBack(ctx, [id], { why: `import of ${fileName} undone`, source: 'import', sourceId: id });
  const outcome = await how.undo(ctx, id).catch((error: unknown) => {
    throw takenRefusal(error, 'undone') ?? error;
  });
  await publishCatalogue(ctx);
  return outcome;
}

function refuseBlocked([blocker, ...rest]: readonly Blocker[]): void {
  if (!blocker) return;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  throw new DomainError('import-not-undoable', { why: `${blocker.name} ${blocker.why}${more}` });
}
