import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { DomainError } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { RepairInvoiceModel } from './model.js';
import { lockRepair } from './queries.js';
import { deletingNeeds } from './rules.js';
import { RepairId } from './schema.js';
import { traceOf } from './trace.js';

export const deleteRepair = service({
  summary: 'Delete a New repair or driver invoice',
  permission: 'repairs.write',
  effect: 'write',
  input: RepairId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const invoice = await lockRepair(ctx, id);
    const { type, status, shop } = invoice;
    const needed = deletingNeeds(type, status);
    const why = status === 'Paid' ? 'Paid is final' : 'set it to New first';
    if (!needed) throw new DomainError('invoice-not-deletable', { status, why });
    if (!can(ctx.actor, needed)) throw new DomainError('permission-denied', undefined);
    const now = ctx.clock.now().toISOString();
    const gone = { deletedAt: now, updatedAt: now, updatedBy: ctx.actor.name, revision: invoice.revision + 1 };
    await RepairInvoiceModel.query(ctx.db).findById(id).patch(gone);
    const before = traceOf(invoice);
    await ctx.audit({ action: 'delete', entity: 'repair-invoice', id, shopId: shop._id, before });
    await ctx.publish({ topic: 'repairs', shopIds: [shop._id], ids: [id] });
    return { msg: 'Invoice is deleted' };
  },
});
