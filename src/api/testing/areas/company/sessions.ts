import { openSession } from '../../../../domain/company/sessions/start-session.js';
import { createShopUser } from '../../../../domain/company/users/service.js';
import { findUserByName } from '../../../../domain/company/users/queries.js';
import type { SessionParts } from '../../../../domain/kernel/context.js';
import { homeShop, type World } from '../../../../domain/testing/world.js';
import { tokens } from '../../api.js';
import type { Examples, References } from '../../kinds.js';
import { clerks } from '../../side.js';
import { makeUnique } from '../../unique.js';

export const references: References = {
  'DELETE /api/auth/sessions/:session': { session: 'word' },
  'GET /api/users/:id/sessions': { id: 'builder' },
  'DELETE /api/users/:id/sessions/:session': { id: 'builder', session: 'word' },
  'DELETE /api/users/:id/sessions': { id: 'builder' },
};

/** Opens a session of a user; returns its ID. */
async function makeSession(world: World, userName: string): Promise<{ id: string; session: string }> {
  const user = await findUserByName(world.db, userName);
  if (!user) throw new Error(`no user ${userName}`);
  const sessions = { tokens } as SessionParts; // nothing else is needed to open one
  const clock = { now: () => new Date() };
  const id = user._id;
  const token = await openSession({ ...world.ctx('system'), clock, sessions }, { id, generation: user.generation });
  return { id, session: tokens.read(token, clock.now())?.id ?? '' };
}

async function makeUserSession(world: World): Promise<{ id: string; session: string }> {
  const email = `${makeUnique('user').replaceAll(' ', '.')}@demo.test`;
  const person = { name: 'Pat Long', email, password: 'only-for-this-test', role: 'Shop User' as const };
  await createShopUser(world.ctx('office.admin'), { ...person, shop: await world.findShopId(homeShop) });
  return makeSession(world, email);
}

export const examples: Examples = {
  'DELETE /api/auth/sessions/:session': async (world, side = 'home') => {
    const { session } = await makeSession(world, `${clerks[side]}@demo.test`);
    return { as: clerks[side], values: { session } };
  },
  'POST /api/auth/sessions/end': (_, side = 'home') => ({ as: clerks[side], values: {} }),
  'DELETE /api/users/:id/sessions/:session': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { ...(await makeUserSession(world)) },
  }),
  'DELETE /api/users/:id/sessions': async (world) => ({
    as: 'office.admin',
    entity: 'user',
    values: { id: (await makeUserSession(world)).id },
  }),
};
