import { z } from 'zod';
import type { Ctx } from '../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../kernel/errors.js';
import { RecordId } from '../../kernel/records/record.js';
import { type OpenWriteCtx, service } from '../../kernel/service.js';
import { describeDevice } from '../access-log/device.js';
import { CurrentPassword, ShownCodes } from '../factors/schema.js';
import { acceptFactor, announceFactor, endFactor, getSelf, trace } from '../factors/service.js';
import { lockAccount } from '../links/links.js';
import { takeChallenge } from '../sessions/challenge.js';
import { confirmPassword } from '../users/own-password.js';
import type { UserRow } from '../users/queries.js';
import { type MadePasskey, offerPasskey, readNewPasskey } from './ceremony.js';
import { CreationOptions, NewCredential, PasskeyName } from './schema.js';
import { findPasskeys } from './queries.js';
import { addPasskey, deletePasskey } from './store.js';

const forSelf = { permission: 'account.own', effect: 'personal' } as const;

const MOST = 20;

/**
 * The subject of a challenge for a new passkey. It is valid only while the user's password and rights stay the same.
 */
const forNew = ({ _id, generation }: UserRow): string => `new passkey of ${_id} ${generation}`;

export const beginOwnPasskey = service({
  ...forSelf,
  summary: 'Start setting up a passkey; it takes effect when a device has created it',
  input: CurrentPassword,
  output: CreationOptions,
  answersSecret: true,
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: (ctx, _, user) => offerPasskey(ctx, user, forNew(user)),
});

export const confirmOwnPasskey = service({
  ...forSelf,
  summary: 'Store a passkey that a device created; the first second factor also gets recovery codes',
  input: z.object({ name: PasskeyName, credential: NewCredential }),
  output: ShownCodes,
  answersSecret: true,
  prepare: async (ctx, { credential }) => {
    const user = await getSelf(ctx);
    const passkey = await readNewPasskey(ctx, credential, forNew(user));
    if (!passkey) throw invalid('credential', 'was not accepted; start again');
    return { user, made: passkey };
  },
  run: async (ctx, { name, credential }, { user, made: passkey }) => {
    const recoveryCodes = await storePasskey(ctx, user, { name, passkey, transports: credential.response.transports });
    if (recoveryCodes === 'refused') throw invalid('credential', 'was not accepted; start again');
    await ctx.audit({ action: 'add passkey', ...trace(user) });
    return { msg: 'Passkey added.', recoveryCodes };
  },
});

interface NewPasskey {
  readonly name: string;
  readonly passkey: MadePasskey;
  readonly transports: string[] | undefined;
}

/** Stores a new passkey and uses up its challenge; creates recovery codes if the user has none. */
export async function storePasskey(
  tx: OpenWriteCtx,
  user: UserRow,
  { name, passkey: made, transports = [] }: NewPasskey,
): Promise<string[] | null | 'refused'> {
  await lockAccount(tx.db, user._id);
  if ((await findPasskeys(tx.db, user._id)).length >= MOST)
    throw invalid('credential', `exceeds the limit of ${MOST} passkeys. Remove one first.`);
  const { challenge, ...passkey } = made;
  const passkeyName = name || describeDevice(tx.client?.userAgent ?? '') || 'Passkey';
  const isNew = await addPasskey(tx, { ...passkey, userId: user._id, name: passkeyName, transports });
  if (!isNew || !(await takeChallenge(tx, challenge))) return 'refused';
  return acceptFactor(tx, user, {
    did: `added a passkey: ${passkeyName}`,
    notice: `A passkey was added to your account: ${passkeyName}.`,
  });
}

export const removeOwnPasskey = service({
  ...forSelf,
  summary:
    'Remove one of your passkeys; the last second factor also removes the recovery codes, and is refused while the role needs one',
  input: CurrentPassword.extend(RecordId.shape),
  output: z.object({ msg: z.string() }),
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: async (ctx, { id }, user) => {
    await lockAccount(ctx.db, user._id);
    const passkey = await findOwn(ctx, user, id);
    if (!(await deletePasskey(ctx, user._id, id))) throw new DomainError('no-factor', undefined);
    await endFactor(ctx, user);
    await ctx.audit({ action: 'remove passkey', ...trace(user) });
    await announceFactor(ctx, user, {
      did: `removed a passkey: ${passkey.name}`,
      notice: `A passkey was removed from your account: ${passkey.name}.`,
    });
    return { msg: 'Passkey removed.' };
  },
});

async function findOwn({ db }: Pick<Ctx, 'db'>, { _id }: UserRow, id: string) {
  const passkey = (await findPasskeys(db, _id)).find((one) => one._id === id);
  if (!passkey) throw notFound('Passkey');
  return passkey;
}
