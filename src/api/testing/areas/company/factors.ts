import { TOTP } from 'otpauth';
import { offerPasskey, readNewPasskey } from '../../../../domain/company/passkeys/ceremony.js';
import { beginOwnPasskey } from '../../../../domain/company/passkeys/service.js';
import { beginRequiredPasskey, offerSignIn } from '../../../../domain/company/passkeys/sign-in.js';
import { findPasskeys } from '../../../../domain/company/passkeys/queries.js';
import { addPasskey } from '../../../../domain/company/passkeys/store.js';
import { createUser } from '../../../../domain/company/users/sign-in.js';
import { findUser, type UserRow } from '../../../../domain/company/users/queries.js';
import { beginAuthenticator, confirmAuthenticator } from '../../../../domain/company/factors/store.js';
import { createSignInTicket } from '../../../../domain/company/factors/tickets.js';
import { type Ctx, systemClock } from '../../../../domain/kernel/context.js';
import { createOutside } from '../../../../domain/kernel/platform/outside.js';
import { demoPassword } from '../../../../domain/operations/demo/accounts.js';
import { homeShop, otherShop, type World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, References } from '../../kinds.js';
import { secret } from '../../secret.js';
import { SoftPasskey } from '../../soft-passkey.js';
import { clerks, type Side } from '../../side.js';
import { makeUnique } from '../../unique.js';

export const references: References = {
  'POST /api/users/:id/reset-factors': { id: 'builder' },
  'POST /api/factors/passkey/:id/remove': { id: 'word' },
};

/** A context like that of the nets' server. */
const context = (world: World): Ctx => world.ctx('system', { clock: systemClock, outside: createOutside(secret) });

async function makeUser(world: World, side: Side = 'home'): Promise<UserRow> {
  const userName = `${makeUnique('factor').replaceAll(' ', '.')}@demo.test`;
  const shop = side === 'home' ? homeShop : otherShop;
  const user = { name: 'Pat Long', userName, password: demoPassword, role: 'Shop User' as const, shop };
  const { _id } = await createUser(world.ctx('office.admin'), user);
  return (await findUser(world.db, _id)) as UserRow; // added above
}

const getCode = (base32: string): string => new TOTP({ secret: base32 }).generate();

/** A user with an authenticator app, and its current code. */
async function makeFactorUser(world: World, side?: Side): Promise<{ user: UserRow; code: string }> {
  const user = await makeUser(world, side);
  const base32 = await beginAuthenticator(context(world), user._id);
  await confirmAuthenticator(context(world), user._id, 1);
  return { user, code: getCode(base32) };
}

const ownPassword = (_: World, side: Side = 'home') => ({
  as: clerks[side],
  values: { currentPassword: demoPassword },
});

/** A clerk of a side with an authenticator app, confirmed or not. */
const clerkWithApp =
  (isConfirmed: boolean, values: (base32: string) => Record<string, unknown>): Examples[string] =>
  async (world, side = 'home') => {
    const id = world.actor(clerks[side]).id ?? '';
    const base32 = await beginAuthenticator(context(world), id);
    if (isConfirmed) await confirmAuthenticator(context(world), id, 1);
    return { as: clerks[side], values: values(base32) };
  };

/** A device with a passkey of a user; returns the ID of the passkey. */
async function makePasskey(world: World, user: UserRow): Promise<{ device: SoftPasskey; id: string }> {
  const device = new SoftPasskey();
  const credential = device.make(await offerPasskey(context(world), user, 'example'));
  const passkey = await readNewPasskey(context(world), { ...credential }, 'example');
  if (!passkey) throw new Error('the passkey of an example was refused');
  await addPasskey(context(world), { ...passkey, userId: user._id, name: 'Example', transports: [] });
  const [row] = await findPasskeys(world.db, user._id);
  return { device, id: row?._id ?? '' };
}

const clerk = async (world: World, side: Side): Promise<UserRow> =>
  (await findUser(world.db, world.actor(clerks[side]).id ?? '')) as UserRow; // a demo account

export const examples: Examples = {
  'POST /api/auth/passkey/options': () => ({ as: 'office.user', values: {} }),
  'POST /api/auth/passkey': async (world, side) => {
    const { device } = await makePasskey(world, await makeUser(world, side));
    const credential = device.sign(await offerSignIn(context(world), {}));
    return { as: 'office.user', values: { credential } };
  },
  'POST /api/auth/passkey/enroll': async (world, side) => {
    const { ticket } = await createSignInTicket(context(world), await makeUser(world, side), 'enroll');
    return { as: 'office.user', values: { ticket } };
  },
  'POST /api/auth/passkey/enroll/confirm': async (world, side) => {
    const { ticket } = await createSignInTicket(context(world), await makeUser(world, side), 'enroll');
    const credential = new SoftPasskey().make(await beginRequiredPasskey(context(world), { ticket }));
    return { as: 'office.user', values: { ticket, name: 'Blue key', credential } };
  },
  'POST /api/factors/passkey': ownPassword,
  'POST /api/factors/passkey/confirm': async (world, side = 'home') => {
    const user = await clerk(world, side);
    const actor = world.actor(clerks[side]);
    const offer = await beginOwnPasskey({ ...context(world), actor }, { currentPassword: demoPassword });
    const credential = new SoftPasskey().make(offer);
    return { as: clerks[side], values: { name: `Key of ${user.name}`, credential } };
  },
  'POST /api/factors/passkey/:id/remove': async (world, side = 'home') => {
    const { id } = await makePasskey(world, await clerk(world, side));
    return { as: clerks[side], values: { id, currentPassword: demoPassword } };
  },
  'POST /api/auth/code': async (world, side) => {
    const { user, code } = await makeFactorUser(world, side);
    const { ticket } = await createSignInTicket(context(world), user, 'code');
    return { as: 'office.user', values: { ticket, code } };
  },
  'POST /api/auth/authenticator': async (world, side) => {
    const { ticket } = await createSignInTicket(context(world), await makeUser(world, side), 'enroll');
    return { as: 'office.user', values: { ticket } };
  },
  'POST /api/auth/authenticator/confirm': async (world, side) => {
    const user = await makeUser(world, side);
    const { ticket } = await createSignInTicket(context(world), user, 'enroll');
    const base32 = await beginAuthenticator(context(world), user._id);
    return { as: 'office.user', values: { ticket, code: getCode(base32) } };
  },
  'POST /api/factors/authenticator': ownPassword,
  'POST /api/factors/authenticator/confirm': clerkWithApp(false, (base32) => ({ code: getCode(base32) })),
  'POST /api/factors/authenticator/remove': clerkWithApp(true, () => ({ currentPassword: demoPassword })),
  'POST /api/factors/recovery': clerkWithApp(true, () => ({ currentPassword: demoPassword })),
  'PUT /api/factors/policy': () => ({ as: 'office.admin', entity: 'company', values: { roles: ['Builder'] } }),
  'POST /api/users/:id/reset-factors': async (world) => {
    const { user } = await makeFactorUser(world);
    return { as: 'office.admin', entity: 'user', values: { id: user._id } };
  },
};

export const commands: Commands = {
  'users require-factors': () => ['--roles', 'Builder'],
  'users reset-factors': async (world) => [(await makeUser(world)).userName],
};
