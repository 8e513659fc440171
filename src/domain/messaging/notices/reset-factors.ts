import { z } from 'zod';
import { clearFactors } from '../../company/factors/clear.js';
import { ListedUser } from '../../company/users/schema.js';
import { updateUserRow, lockUser, recordUserChange } from '../../company/users/user-writes.js';
import { DomainError } from '../../kernel/errors.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { reportFactors } from './factors.js';

/**
 * For a user who lost the device and the recovery codes: until a second factor is set up again, the password alone is
 * enough to sign in.
 */
export const resetFactors = service({
  summary: "Remove a user's second factors and recovery codes, end their sessions and notify them",
  permission: 'factors.manage',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string(), item: ListedUser }),
  run: async (ctx, { id }) => {
    const before = await lockUser(ctx, id);
    if (id === ctx.actor.id)
      throw new DomainError('own-account', { why: 'To change your own second factors, open Security in your menu.' });
    if (!before.secondFactor) {
      ctx.unchanged();
      return { msg: 'Second factors reset', item: before };
    }
    await clearFactors(ctx, id);
    await updateUserRow(ctx, before, { session_generation: before.generation + 1 });
    const item = await recordUserChange(ctx, 'reset second factors', before);
    await reportFactors(ctx, before, `${ctx.actor.name} reset the second factors of your account.`);
    return { msg: 'Second factors reset', item };
  },
});
