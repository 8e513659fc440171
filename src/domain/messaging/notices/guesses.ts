import { z } from 'zod';
import { notify } from '../../kernel/notices/notify.js';
import { service } from '../../kernel/service.js';
import { findUserByName, findUsers } from '../../company/users/queries.js';

const reports = {
  password: {
    content: (userName: string) =>
      `Many sign-ins to ${userName} failed today. Until tomorrow only devices that have signed in to this account before can sign in.`,
    advice:
      'If this was not you, your password was not guessed and you do not need to do anything. If you cannot sign in, ask your administrator.',
  },
  code: {
    content: (userName: string) =>
      `Someone signed in to ${userName} with the right password and many wrong codes. Until tomorrow only devices that have signed in to this account before can enter a code.`,
    advice:
      'If this was not you, someone else knows your password: change it now. If you cannot sign in, ask your administrator.',
  },
} as const;

/**
 * Notifies the user and the super admins of repeated wrong passwords, or of wrong codes after the correct password.
 * Does nothing if no user has the name.
 */
export const reportGuesses = service({
  summary: 'Report repeated failed sign-ins to an account',
  permission: 'anyone',
  effect: 'personal',
  input: z.object({ userName: z.string(), what: z.enum(['password', 'code']) }),
  output: z.object({}),
  run: async (ctx, { userName, what }) => {
    const user = await findUserByName(ctx.db, userName);
    if (!user) return {};
    const shopId = user.shop?._id ?? null;
    const content = reports[what].content(user.userName);
    const notice = { type: 'warning', msg: 'Failed sign-ins', content } as const;
    const admins = (await findUsers(ctx.db, { side: 'company', active: true })).filter(({ superAdmin }) => superAdmin);
    for (const { _id } of admins.filter((admin) => admin._id !== user._id))
      await notify(ctx, { ...notice, kind: 'guesses', shopId: null, userId: _id });
    await notify(ctx, {
      ...{ ...notice, kind: 'account', shopId, userId: user._id, msg: 'Failed sign-ins to your account' },
      link: { to: 'security' },
      content: `${content}

${reports[what].advice}`,
    });
    await ctx.audit({ action: 'report failed sign-ins', entity: 'user', id: user._id, shopId });
    return {};
  },
});
