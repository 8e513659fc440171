import { sealClientSecret } from '../../../../domain/company/single-sign-on/provider.js';
import { createOutside } from '../../../../domain/kernel/platform/outside.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples } from '../../kinds.js';
import { secret } from '../../secret.js';

export const examples: Examples = {
  'POST /api/auth/sso/finish': () => ({
    as: 'office.user',
    values: { flow: 'none', answer: 'code=none&state=none' },
    refused: 'no-single-sign-on',
  }),
};

/** Stores a provider without contacting it. */
async function plantProvider(world: World): Promise<void> {
  const issuer = 'https://login.example.com';
  const sealed_secret = sealClientSecret({ outside: createOutside(secret) }, issuer, 'secret of the client');
  const isAllowed = { creates_users: false, allows_passwords: true, trusts_factors: false };
  const row = { name: 'Acme', issuer, client_id: 'shedworks', sealed_secret, changed_at: new Date(), ...isAllowed };
  await world.db('single_sign_on').insert(row);
}

export const commands: Commands = {
  'sso set': async (world) => {
    await plantProvider(world);
    return ['--others', 'Office User'];
  },
  'sso show': () => [],
  'sso remove': () => [],
};
