import { z } from 'zod';
import { findCompany } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { getNoticeRule, mayReceive, receivableKinds, usualDelivery } from '../../kernel/notices/kinds.js';
import { toEntries } from '../../kernel/objects.js';
import { service } from '../../kernel/service.js';
import { ChangeNoticeChoices, NoticeChoices } from './choices-schema.js';
import { DIGEST_MINUTE, formatMinute, parseMinute } from './quiet-rules.js';
import { findReaders, getNoticeDelivery, type Reader } from './reader-queries.js';

export const getNoticeChoices = service({
  summary: 'Get how the signed-in user is notified of each kind, with the default of the role',
  permission: 'alerts.read',
  effect: 'read',
  input: z.object({}),
  output: NoticeChoices,
  run: (ctx) => readChoices(ctx),
});

export const updateNoticeChoices = service({
  summary: 'Change how the signed-in user is notified: off, in the app, by immediate email, or in a digest',
  permission: 'alerts.read',
  effect: 'personal',
  input: ChangeNoticeChoices,
  output: NoticeChoices,
  run: async (ctx, { choices, quiet }) => {
    const self = await findSelf(ctx);
    if (!self) throw notFound('User');
    const { id } = self;
    for (const [kind, delivery] of toEntries(choices)) {
      const path = `choices.${kind}`;
      if (!mayReceive(ctx.actor, kind)) throw invalid(path, 'is not a kind of notice that you can get');
      if (delivery === 'off' && getNoticeRule(kind).always) throw invalid(path, 'cannot be turned off');
      const choice = ctx.db('notice_choices').where({ user_id: id, kind });
      if (delivery === null || delivery === undefined) await choice.delete();
      else
        await ctx.db('notice_choices').insert({ user_id: id, kind, delivery }).onConflict(['user_id', 'kind']).merge();
    }
    if (quiet === null) await ctx.db('notice_quiet_hours').where({ user_id: id }).delete();
    else if (quiet !== undefined) {
      const hours = { from_minute: parseMinute(quiet.from), to_minute: parseMinute(quiet.to) };
      await ctx
        .db('notice_quiet_hours')
        .insert({ user_id: id, ...hours })
        .onConflict('user_id')
        .merge();
    }
    await ctx.publish({ topic: 'alerts', shopIds: [], to: id });
    return readChoices(ctx);
  },
});

/** The signed-in user; undefined for the command line and for API keys, which have no choices. */
const findSelf = async ({ db, actor }: ActorCtx): Promise<Reader | undefined> =>
  actor.id === null ? undefined : (await findReaders(db, { userId: actor.id }))[0];

async function readChoices(ctx: ActorCtx): Promise<z.output<typeof NoticeChoices>> {
  const reader = await findSelf(ctx);
  const company = await findCompany(ctx.db);
  return {
    items: receivableKinds(ctx.actor).map((kind) => {
      const { group, label, when, always = false } = getNoticeRule(kind);
      const usualChoice = usualDelivery(ctx.actor.role, kind);
      const delivery = reader ? getNoticeDelivery(reader, kind) : usualChoice;
      return { kind, group, label, when, delivery, usual: usualChoice, always };
    }),
    quiet: reader?.quiet ? { from: formatMinute(reader.quiet.from), to: formatMinute(reader.quiet.to) } : null,
    digestAt: formatMinute(DIGEST_MINUTE),
    timeZone: company?.timeZone ?? 'UTC',
    email: reader?.email ?? '',
  };
}
