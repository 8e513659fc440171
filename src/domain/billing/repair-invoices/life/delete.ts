import { z } from 'zod';
import { can } from '../../../kernel/rights/permissions.js';
import { DomainError } from '../../../kernel/errors.js';
import { deleteDocument, lockDocument } from '../../../kernel/records/document.js';
import { service } from '../../../kernel/service.js';
import { repairKind } from '../kind.js';
import { deletingNeeds } from '../rules.js';
import { RepairId } from '../schema.js';

export const deleteRepair = service({
  summary: 'Delete a New repair or driver invoice',
  permission: 'repairs.write',
  effect: 'write',
  input: RepairId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const invoice = await lockDocument(ctx, repairKind, id);
    const { type, status } = invoice;
    const permissions = deletingNeeds(type, status);
    const why = status === 'Paid' ? 'paid invoices are final' : 'set it to New first';
    if (!permissions) throw new DomainError('invoice-not-deletable', { status, why });
    if (!can(ctx.actor, permissions)) throw new DomainError('permission-denied', undefined);
    await deleteDocument(ctx, repairKind, invoice);
    return { msg: 'Invoice is deleted' };
  },
});
