import { makeLink } from '../../../../domain/company/links/links.js';
import { createOutside } from '../../../../domain/kernel/platform/outside.js';
import { inTransaction } from '../../../../domain/kernel/service.js';
import { inviteUser } from '../../../../domain/messaging/sign-in-links/invite.js';
import { homeShop, type World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

export const references: References = {
  'POST /api/users/invite': { shop: 'shop' },
  'POST /api/users/:id/invite': { id: 'builder' },
  'POST /api/users/:id/link': { id: 'builder' },
};

const outside = createOutside('a secret for the links of the nets');
const person = async (world: World) => ({
  ...{ name: 'Pat Long', email: `${makeUnique('user').replaceAll(' ', '.')}@demo.test`, role: 'Shop User' as const },
  shop: await world.findShopId(homeShop),
});
const inviteOne = async (world: World) =>
  (await inviteUser(world.ctx('office.admin', { outside }), await person(world))).item;

/** A valid link. */
async function makeText(world: World): Promise<string> {
  const { _id: id, userName } = await inviteOne(world);
  const ctx = world.ctx('office.admin', { clock: { now: () => new Date() } });
  const { text } = await inTransaction(ctx, (tx) => makeLink(tx, { id, userName }, 'invitation'), false);
  return text;
}

export const examples: Examples = {
  'POST /api/users/invite': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { ...(await person(world)), viewOnly: true },
  }),
  'POST /api/users/:id/invite': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { id: (await inviteOne(world))._id },
  }),
  'POST /api/users/:id/link': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { id: (await inviteOne(world))._id },
  }),
  'POST /api/auth/forgotten': () => ({ as: 'office.admin', values: { email: 'nobody@demo.test' } }),
  'POST /api/auth/link': async (world) => ({ as: 'office.admin', values: { link: await makeText(world) } }),
  'POST /api/auth/link/use': async (world) => ({
    as: 'office.admin',
    values: { link: await makeText(world), password: 'Barn-Grape-7719' },
  }),
};

export const commands: Commands = {
  'users invite': () => [
    `${makeUnique('user').replaceAll(' ', '.')}@demo.test`,
    '--name',
    'Pat Long',
    '--role',
    'Office User',
  ],
  'users reset-link': async (world) => [(await inviteOne(world)).email],
};
