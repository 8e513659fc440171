import { sealClientSecret } from '../../../../domain/company/single-sign-on/provider.js';
import { createOutside } from '../../../../domain/kernel/platform/outside.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, References } from '../../kinds.js';
import { secret } from '../../secret.js';
import { makeUnique } from '../../unique.js';

const issuer = 'https://login.example.com';
const provider = { name: 'Acme', issuer, clientId: 'shedworks' };

/** Stores a provider without contacting it. */
async function plantProvider(world: World): Promise<void> {
  const sealed_secret = sealClientSecret({ outside: createOutside(secret) }, issuer, 'secret of the client');
  const isAllowed = { creates_users: false, allows_passwords: true, trusts_factors: false };
  const { clientId: client_id, ...named } = provider;
  const row = { ...named, client_id, sealed_secret, secret_set_at: new Date(), ...isAllowed };
  await world.db('single_sign_on').insert(row).onConflict('is_only').ignore();
}

export const references: References = { 'PUT /api/sso': { clientId: 'word', rules: 'shop', fallback: 'shop' } };

export const examples: Examples = {
  'POST /api/auth/sso/finish': async ({ db }) => {
    await db('single_sign_on').delete();
    const values = { flow: 'none', answer: 'code=none&state=none' };
    return { as: 'office.user', values, refusal: 'no-single-sign-on' };
  },
  'PUT /api/sso': async (world) => {
    await plantProvider(world);
    const fallback = { role: 'Office User', shopId: null };
    return {
      as: 'office.admin',
      entity: 'single sign-on',
      values: { ...provider, name: makeUnique('Acme'), fallback },
    };
  },
  'DELETE /api/sso': async (world) => {
    await plantProvider(world);
    return { as: 'office.admin', entity: 'single sign-on', values: {} };
  },
};

export const commands: Commands = {
  'sso set': async (world) => {
    await plantProvider(world);
    return ['--others', 'Office User'];
  },
  'sso show': () => [],
  'sso remove': () => [],
};
