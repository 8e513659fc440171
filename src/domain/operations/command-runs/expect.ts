import { systemActor, type Ctx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { createExpectedCommand, updateExpectedCommand } from './service.js';

interface ExpectedCall {
  readonly line: string;
  readonly everyMinutes: number;
  /** The email of the user to notify; the super admins if left out. */
  readonly as: string | undefined;
}

/**
 * Expects a command that is being run right now, or changes its interval. Only the command line calls this, on behalf
 * of no user.
 */
export async function expectCalled(from: Ctx, { line, everyMinutes, as }: ExpectedCall): Promise<void> {
  const ctx: Ctx = { ...from, actor: systemActor('cli') };
  const command = await queryFirstRow<{ id: string; every: number }>(
    ctx.db('expected_commands').whereRaw('lower(line) = lower(?)', [line]).first({ id: 'id', every: 'every_minutes' }),
  );
  if (command?.every === everyMinutes) return;
  if (command) return void (await updateExpectedCommand(ctx, { id: command.id, everyMinutes }));
  const owner = await queryFirstRow<{ id: string }>(
    ctx
      .db('users')
      .where({ user_name: as ?? '', active: true })
      .whereNull('shop_id')
      .first('id'),
  );
  await createExpectedCommand(ctx, { line, everyMinutes, owner: owner?.id ?? null });
}
