import { describe, expect, test } from 'vitest';
import type { Ctx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { refuseGuessable } from './new-password.js';
import { hashPassword, passwordFits } from './passwords.js';
import { getActor, findUser, findUserByName } from './queries.js';
import { createUser, changeOwnPassword } from './sign-in.js';
import { listUsers, getUser } from './read.js';
import {
  activateUser,
  createCompanyUser,
  createShopUser,
  updateUser,
  deactivateUser,
  resetPassword,
} from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const person = () => ({ name: 'Pat Long', email: `${newId()}@demo.test`, password: 'ten letters' });

async function newShopUser(shop = homeShop) {
  return (await createShopUser(office(), { ...person(), role: 'Shop User', shop: await world.findShopId(shop) })).item;
}
const newClerk = async (more: object = {}) =>
  (await createCompanyUser(office(), { ...person(), role: 'Office User', ...more })).item;
const readStored = async (id: string) => {
  const user = await findUser(world.db, id);
  if (!user) throw new Error(`no user ${id}`);
  return user;
};
const sessions = {
  session: null,
  replaced: null,
  mayUseDemo: true,
  reportGuesses: () => Promise.resolve(),
  tokens: { sign: ({ generation }: { generation: number }) => String(generation), read: () => null },
  admitRequest: () => Promise.resolve(),
  attempt: async <T>(_: string, check: () => Promise<T | null>) => ({
    result: await check(),
    isLastGuess: false,
    isNewDevice: false,
  }),
  attemptCode: async <T>(_: unknown, check: () => Promise<T | null>) => ({
    result: await check(),
    isLastGuess: false,
    isNewDevice: false,
  }),
  attemptProof: async <T>(check: () => Promise<T | null>) => ({ result: await check(), isNewDevice: false }),
  reportFactors: () => Promise.resolve(),
  reportCopy: () => Promise.resolve(),
};
const as = async (id: string): Promise<Ctx> => ({ ...office(), actor: getActor(await readStored(id)) });

describe('adding a user', () => {
  test('requires that the actor has the right when the user is stored', async () => {
    const { _id: id } = await newClerk({ superAdmin: true });
    const formerAdmin = await as(id);
    await deactivateUser(office(), { id });
    const added = person();
    await expect(createCompanyUser(formerAdmin, { ...added, role: 'Office User' })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    expect(await findUserByName(world.db, added.email)).toBeUndefined();
  });

  test('of a shop or the company answers them without the password; the history names their side', async () => {
    const shop = await world.findShopId(homeShop);
    const input = { ...person(), role: 'Builder' as const, shop, viewOnly: true };
    const { msg, item } = await createShopUser(office(), input);
    expect(msg).toBe('User created');
    expect(item).toEqual({
      _id: expect.any(String) as unknown,
      name: 'Pat Long',
      userName: input.email,
      email: input.email,
      role: 'Builder',
      shop: { _id: shop, name: homeShop },
      viewOnly: true,
      superAdmin: false,
      superRole: null,
      grants: [],
      active: true,
      hasPassword: true,
      invitedUntil: null,
      secondFactor: false,
      emailRefused: false,
      revision: 1,
    });
    expect(await newClerk({ superAdmin: true })).toMatchObject({ role: 'Office User', shop: null, superAdmin: true });
    const entry = (await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [item._id])
      .first('action', 'shop_id')) as object;
    expect(entry).toEqual({ action: 'add', shop_id: shop });
  });

  test('accepts the address under either name, and only once regardless of case', async () => {
    const { email, ...rest } = person();
    const { item } = await createCompanyUser(office(), { ...rest, userName: email.toUpperCase(), role: 'Office User' });
    expect(item.email).toBe(email);
    const again = createCompanyUser(office(), { ...rest, email, role: 'Office User' });
    await expect(again).rejects.toMatchObject({ errors: [{ path: 'email', msg: 'is already in use' }] });
  });

  test('twice at the same moment adds one and reports that to the other', async () => {
    const twin = { ...person(), role: 'Office User' as const };
    const attempts = await Promise.allSettled([createCompanyUser(office(), twin), createCompanyUser(office(), twin)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { errors: [{ path: 'email', msg: 'is already in use' }] },
    });
  });

  test('names every invalid field', async () => {
    const nothing = createShopUser(office(), { name: ' ', password: 'short' } as never);
    await expect(nothing).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'Enter a name' },
        { path: 'password', msg: 'must be at least 10 characters' },
        { path: 'role', msg: 'Choose a role' },
        { path: 'shop', msg: 'Choose a shop' },
        { path: 'email', msg: 'Enter an email address' },
      ],
    });
    const wrongRole = createCompanyUser(office(), { ...person(), role: 'Builder' as never });
    await expect(wrongRole).rejects.toMatchObject({ errors: [{ path: 'role' }] });
    const nowhere = createShopUser(office(), { ...person(), role: 'Builder', shop: newId() });
    await expect(nowhere).rejects.toMatchObject({ errors: [{ path: 'shop', msg: 'does not exist' }] });
    const shop = await world.findShopId(homeShop);
    const flaggedUser = createShopUser(office(), { ...person(), role: 'Shop Admin', shop, superAdmin: true });
    await expect(flaggedUser).rejects.toMatchObject({
      errors: [{ path: 'superAdmin', msg: 'is not available to a Shop Admin' }],
    });
  });
});

test('only a super admin adds, changes, activates and deactivates users and gives them passwords', async () => {
  const { _id: id } = await newShopUser();
  for (const who of ['office.user', 'shop.admin', 'shop.user', 'builder', 'view.only'] as const) {
    const ctx = world.ctx(who);
    const refusedCalls = [
      () => createCompanyUser(ctx, { ...person(), role: 'Office User' }),
      () => updateUser(ctx, { id, name: 'X' }),
      () => deactivateUser(ctx, { id }),
      () => activateUser(ctx, { id }),
      () => resetPassword(ctx, { id, password: 'ten letters' }),
    ];
    for (const attempt of refusedCalls) await expect(attempt()).rejects.toMatchObject({ kind: 'forbidden' });
  }
  expect((await readStored(id)).revision).toBe(1);
});

describe('the list', () => {
  test('shows the office all users, filtered by side, shop, text and activity', async () => {
    const deletedUser = await newShopUser();
    await deactivateUser(office(), { id: deletedUser._id });
    const shop = await world.findShopId(homeShop);
    const ctx = world.ctx('office.user');
    const company = await listUsers(ctx, { side: 'company', size: 5000 });
    expect(company.items.map((user) => user.shop)).toEqual(company.items.map(() => null));
    const ofShop = await listUsers(ctx, { shop, size: 5000, sort: '-name' });
    expect(new Set(ofShop.items.map((user) => user.shop?._id))).toEqual(new Set([shop]));
    const all = await listUsers(ctx, { size: 5000 });
    const shops = await listUsers(ctx, { side: 'shop', size: 5000 });
    expect(all.total).toBe(company.total + shops.total);
    expect((await listUsers(ctx, { search: deletedUser.email })).items).toEqual([
      { ...deletedUser, active: false, revision: 2 },
    ]);
    expect((await listUsers(ctx, { search: deletedUser.email, active: 'true' })).total).toBe(0);
    expect((await listUsers(ctx, { search: 'RUTH' })).items.map(({ name }) => name)).toEqual(['Ruth Yoder']);
  });

  test('shows a Shop Admin only the users of that shop, whatever shop or side is requested', async () => {
    const theirs = await newShopUser(otherShop);
    const own = await newShopUser();
    const clerk = await newClerk();
    const ctx = world.ctx('shop.admin');
    const shop = await world.findShopId(otherShop);
    for (const filter of [{}, { shop }, { search: '@' }, { side: 'company' as const }])
      for (const user of (await listUsers(ctx, { size: 5000, ...filter })).items)
        expect(user.shop?.name).toBe(homeShop);
    expect((await getUser(ctx, { id: own._id })).email).toBe(own.email);
    for (const { _id: id } of [theirs, clerk, { _id: newId() }])
      await expect(getUser(ctx, { id })).rejects.toMatchObject({ code: 'not-found', message: 'User not found' });
    expect((await getUser(world.ctx('office.user'), { id: theirs._id })).email).toBe(theirs.email);
  });

  test('is closed to Shop Users and Builders', async () => {
    for (const who of ['shop.user', 'builder'] as const)
      await expect(listUsers(world.ctx(who), {})).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a change', () => {
  test('updates only the given fields; the history has the differences', async () => {
    const clerk = await newClerk();
    const grants = ['addons.copy', 'addons.copy', 'logs.view'] as const;
    const { item, msg } = await updateUser(office(), { id: clerk._id, revision: 1, grants: [...grants] });
    expect(msg).toBe('User updated');
    expect(item).toEqual({ ...clerk, grants: ['addons.copy', 'logs.view'], revision: 2 });
    const entry = (await world
      .db('audit_entries')
      .where({ action: 'change' })
      .whereRaw('entity_ids @> array[?]::uuid[]', [clerk._id])
      .first('before', 'after')) as object;
    expect(entry).toEqual({ before: { grants: [] }, after: { grants: ['addons.copy', 'logs.view'] } });
  });

  test('with a stale revision answers who changed the user and both versions', async () => {
    const clerk = await newClerk();
    await updateUser(office(), { id: clerk._id, revision: 1, name: 'Theirs' });
    await expect(updateUser(office(), { id: clerk._id, revision: 1, name: 'Mine' })).rejects.toMatchObject({
      code: 'stale-record',
      details: { what: 'User "Theirs"', by: 'Anna Keller', current: { name: 'Theirs', revision: 2 } },
    });
    expect((await updateUser(office(), { id: clerk._id, name: 'Newest' })).item).toMatchObject({ revision: 3 });
  });

  test('to another side changes shop, flags and grants as far as the new role allows', async () => {
    const shop = await world.findShopId(homeShop);
    const clerk = await newClerk({ superAdmin: true });
    await updateUser(office(), { id: clerk._id, superRole: 'admin', grants: ['addons.copy', 'logs.view'] });
    await expect(updateUser(office(), { id: clerk._id, role: 'Shop Admin' })).rejects.toMatchObject({
      errors: [{ path: 'shop', msg: 'is required for a Shop Admin' }],
    });
    const { item } = await updateUser(office(), { id: clerk._id, role: 'Shop Admin', shop });
    expect(item).toMatchObject({ superAdmin: false, superRole: null, grants: ['logs.view'], shop: { name: homeShop } });
    expect((await updateUser(office(), { id: clerk._id, role: 'Office User' })).item.shop).toBeNull();
  });

  test('is refused for an address that is already used, an unknown shop, and flags or grants that the role cannot have', async () => {
    const user = await newShopUser();
    const wrongInputs = [
      [{ email: 'Shop.Admin@demo.test' }, 'email'],
      [{ shop: newId() }, 'shop'],
      [{ shop: null }, 'shop'],
      [{ superAdmin: true }, 'superAdmin'],
      [{ superRole: 'admin' as const }, 'superRole'],
      [{ grants: ['invoices.delete-approved' as const] }, 'grants'],
    ] as const;
    for (const [change, path] of wrongInputs) {
      const body = { ...change, ...('grants' in change ? { grants: [...change.grants] } : {}) };
      await expect(updateUser(office(), { id: user._id, ...(body as object) })).rejects.toMatchObject({
        errors: [{ path }],
      });
    }
    expect(await readStored(user._id)).toMatchObject({ revision: 1 });
    const result = await updateUser(office(), { id: user._id, email: user.email });
    expect(result.item.email).toBe(user.email);
  });

  test('ends the sessions only if role or shop changes', async () => {
    const { _id: id } = await newShopUser();
    const generations = [(await readStored(id)).generation];
    const shop = await world.findShopId(otherShop);
    for (const change of [{ name: 'Other' }, { viewOnly: true }, { role: 'Shop Admin' as const }, { shop }]) {
      await updateUser(office(), { id, ...change });
      generations.push((await readStored(id)).generation);
    }
    expect(generations).toEqual([1, 1, 1, 2, 3]);
  });
});

describe('deactivating', () => {
  test('keeps the user, ends the sessions, and can be repeated; activating reverses it', async () => {
    const { _id: id } = await newShopUser();
    for (const generation of [2, 3]) {
      expect(await deactivateUser(office(), { id })).toMatchObject({ msg: 'User deactivated' });
      expect(await readStored(id)).toMatchObject({ active: false, generation });
    }
    for (const _ of [1, 2]) expect((await activateUser(office(), { id })).item.active).toBe(true);
    await expect(deactivateUser(office(), { id: newId() })).rejects.toThrow('User not found');
  });

  test('your own account is always refused', async () => {
    const { _id: id } = await newClerk({ superAdmin: true });
    await expect(deactivateUser(await as(id), { id })).rejects.toMatchObject({ code: 'own-account' });
    expect((await readStored(id)).active).toBe(true);
  });
});

describe('a password', () => {
  const common = 'is too common; choose another password';
  const close = 'is too similar to your name, email address or company; choose another password';
  const guesses: readonly (readonly [string, string])[] = [
    ['qwertyuiop', common],
    ['1234567890', common],
    ['Password123', common],
    ['Monkey-2026!!', common],
    ['aaaaaaaaaaaa', common],
    ['abababababab', common],
    ['PatLong2026!', close],
    ['long.pat.1987', close],
    ['pat-password1', close],
    ['quincy.barnes', close],
    ['RidgeLineBarns1', close],
    ['Example.com-26', close],
    ['Heartland 2026', close],
  ];
  const fine = ['patience-and-oak', 'demo-Shedworks-1', 'correct horse battery', '7391048265173', 'long enough for us'];
  const pat = { name: 'Pat Long', userName: 'quincy.barnes@example.com' };

  test.each(guesses)('that is easy to guess is refused: %s', async (password, msg) => {
    const guess = refuseGuessable(world.db, password, { ...pat, shop: { name: homeShop } }, 'here');
    await expect(guess).rejects.toMatchObject({ code: 'invalid-input', errors: [{ path: 'here', msg }] });
  });

  test.each(fine)('is accepted if enough is left without common words and names: %s', async (password) => {
    await refuseGuessable(world.db, password, pat, 'here');
  });

  test('that others would guess first is refused wherever a password is set, and nothing changes', async () => {
    const { _id: id } = await newShopUser();
    const shop = await world.findShopId(homeShop);
    for (const [password, msg] of [guesses[0]!, guesses.at(-1)!]) {
      const input = { ...person(), password };
      const refusal = { code: 'invalid-input', errors: [{ path: 'password', msg }] };
      await expect(createShopUser(office(), { ...input, role: 'Builder', shop })).rejects.toMatchObject(refusal);
      await expect(createCompanyUser(office(), { ...input, role: 'Office User' })).rejects.toMatchObject(refusal);
      const attempt = createUser(office(), { ...input, userName: input.email, role: 'Builder', shop });
      await expect(attempt).rejects.toMatchObject(refusal);
      await expect(resetPassword(office(), { id, password })).rejects.toMatchObject(refusal);
      const change = changeOwnPassword(await as(id), { currentPassword: 'ten letters', newPassword: password });
      await expect(change).rejects.toMatchObject({ errors: [{ path: 'newPassword', msg }] });
      expect(await findUserByName(world.db, input.email)).toBeUndefined();
    }
    expect(await passwordFits((await readStored(id)).passwordHash, 'ten letters')).toBe(true);
  });

  test('given by a super admin works immediately and the previous one stops working; the sessions end', async () => {
    const { _id: id } = await newShopUser();
    const answer = await resetPassword(office(), { id, password: 'another-one' });
    expect(answer.msg).toBe('Password reset');
    const { passwordHash, generation } = await readStored(id);
    expect([await passwordFits(passwordHash, 'another-one'), await passwordFits(passwordHash, 'ten letters')]).toEqual([
      true,
      false,
    ]);
    expect(generation).toBe(2);
    const trail = await world.db('audit_entries').whereRaw('entity_ids @> array[?]::uuid[]', [id]);
    expect(JSON.stringify([answer, trail])).not.toMatch(/another-one|argon2/);
  });

  test('of your own cannot be changed without the current one, and a short one is refused for everyone', async () => {
    const { _id: id } = await newClerk({ superAdmin: true });
    const ownReset = resetPassword(await as(id), { id, password: 'another-one' });
    await expect(ownReset).rejects.toMatchObject({ code: 'own-account' });
    const short = resetPassword(office(), { id, password: 'nine char' });
    await expect(short).rejects.toMatchObject({ errors: [{ path: 'password' }] });
  });

  test('given while its user changes it: both complete, and every earlier session has ended', async () => {
    const { _id: id } = await newShopUser();
    const ownChange = { currentPassword: 'ten letters', newPassword: 'own-choice-1' };
    const [reset, change] = await Promise.allSettled([
      resetPassword(office(), { id, password: 'another-one' }),
      changeOwnPassword({ ...(await as(id)), sessions }, ownChange),
    ]);
    expect(reset.status).toBe('fulfilled');
    const { passwordHash, generation } = await readStored(id);
    expect(await passwordFits(passwordHash, 'another-one')).toBe(true);
    expect(generation).toBe(change.status === 'fulfilled' ? 3 : 2);
  });
});

describe('while every hashing slot is in use, no transaction is started by', () => {
  const password = 'Barn-Grape-7719';
  const shop = () => world.findShopId(homeShop);
  const calls: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    'adding a user of a shop': async () =>
      createShopUser(office(), { ...person(), role: 'Builder', shop: await shop() }),
    'adding a user of the company': () => createCompanyUser(office(), { ...person(), role: 'Office User' }),
    'adding a user by name': () =>
      createUser(office(), { name: 'Pat Long', userName: person().email, password, role: 'Office User' }),
    'giving a new password': (id) => resetPassword(office(), { id, password }),
    'changing one’s own password': async (id) =>
      changeOwnPassword({ ...(await as(id)), sessions }, { currentPassword: 'ten letters', newPassword: password }),
  };

  test.each(Object.entries(calls))('%s', async (_, call) => {
    const { _id: id } = await newShopUser();
    await shop(); // from here on only the call itself queries the database
    const steps: string[] = [];
    const note = ({ sql }: { sql: string }) => void steps.push(sql);
    const before = Array.from({ length: 30 }, async () => {
      await hashPassword('one that came before');
      steps.push('hashed');
    });
    world.db.on('query', note);
    await Promise.all([...before, call(id)]).finally(() => world.db.off('query', note));
    expect(steps).toContain('BEGIN;');
    const hashes = steps.slice(0, steps.indexOf('BEGIN;')).filter((one) => one === 'hashed');
    expect(hashes.length).toBeGreaterThanOrEqual(29); // the last of them may run at the same time as the call's own
  });
});

describe('at least one user who can manage users', () => {
  /** Runs the work while no other user is a super admin. */
  async function withOnlyAdmins<T>(count: number, work: (ids: string[]) => Promise<T>): Promise<T> {
    const ids = await Promise.all(
      Array.from({ length: count }, async () => (await newClerk({ superAdmin: true }))._id),
    );
    const otherAdmins = (await world
      .db('users')
      .where({ super_admin: true })
      .whereNotIn('id', ids)
      .pluck('id')) as string[];
    await world.db('users').whereIn('id', otherAdmins).update({ super_admin: false });
    try {
      return await work(ids);
    } finally {
      await world.db('users').whereIn('id', ids).update({ active: false });
      await world.db('users').whereIn('id', otherAdmins).update({ super_admin: true });
    }
  }
  const managers = async () =>
    (await world.db('users').where({ super_admin: true, active: true, view_only: false }).pluck('id')) as string[];

  test('the last one cannot be deactivated, demoted or made view-only, even from the command line', () =>
    withOnlyAdmins(1, async ([id = '']) => {
      const shop = await world.findShopId(homeShop);
      const cli = world.ctx('system');
      const ownCtx = await as(id);
      for (const refusedCall of [
        () => deactivateUser(cli, { id }),
        () => updateUser(cli, { id, superAdmin: false }),
        () => updateUser(cli, { id, viewOnly: true }),
        () => updateUser(ownCtx, { id, role: 'Shop Admin', shop }),
        () => updateUser(ownCtx, { id, superAdmin: false }),
      ])
        await expect(refusedCall()).rejects.toMatchObject({ code: 'last-super-admin', kind: 'conflict' });
      expect((await updateUser(ownCtx, { id, role: 'Office Admin' })).item.superAdmin).toBe(true);
      expect(await managers()).toEqual([id]);
    }));

  test('one who was only invited does not count until they have a password, a passkey or single sign-on', () =>
    withOnlyAdmins(2, async ([id = '', invited = '']) => {
      const cli = world.ctx('system');
      await world.db('users').where({ id: invited }).update({ password_hash: '' });
      const refusal = { code: 'last-super-admin' };
      await expect(deactivateUser(cli, { id })).rejects.toMatchObject(refusal);
      const at = world.now;
      const identity = { issuer: 'https://sso.test', subject: 'invited', created_at: at, used_at: at };
      await world.db('sign_in_identities').insert({ ...identity, user_id: invited });
      await expect(updateUser(cli, { id, superAdmin: false })).rejects.toMatchObject(refusal); // of no current provider
      const passkey = { id: newId(), user_id: invited, credential_id: newId(), public_key: 'x', counter: 0 };
      await world.db('passkeys').insert({ ...passkey, host: 'sso.test', name: 'Key', created_at: at });
      expect((await updateUser(cli, { id, superAdmin: false })).item.superAdmin).toBe(false);
    }));

  test('one who signs in with the current provider counts', () =>
    withOnlyAdmins(2, async ([id = '', other = '']) => {
      await world.db('users').where({ id: other }).update({ password_hash: '' });
      const at = world.now;
      const identity = { issuer: 'https://sso.test', subject: 'other', created_at: at, used_at: at };
      await world.db('sign_in_identities').insert({ ...identity, user_id: other });
      const provider = { id: newId(), name: 'Acme', issuer: identity.issuer, client_id: 'x', sealed_secret: 'x' };
      const ways = { creates_users: true, allows_passwords: true, trusts_factors: true };
      await world.db('single_sign_on').insert({ ...provider, ...ways, secret_set_at: at });
      try {
        expect((await deactivateUser(world.ctx('system'), { id })).item.active).toBe(false);
      } finally {
        await world.db('single_sign_on').delete();
      }
    }));

  test.each([
    ['deactivate', (ctx: Ctx, id: string) => deactivateUser(ctx, { id })],
    ['demote', (ctx: Ctx, id: string) => updateUser(ctx, { id, superAdmin: false })],
  ])('of five who %s each other simultaneously, one remains', (_, remove) =>
    withOnlyAdmins(5, async (ids) => {
      const actors = await Promise.all(ids.map(as));
      const removals = ids.flatMap((target) =>
        actors.filter(({ actor }) => actor?.id !== target).map((ctx) => remove(ctx, target)),
      );
      const results = await Promise.allSettled(removals);
      expect(await managers()).toHaveLength(1);
      const codes = results.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
      );
      expect(new Set(codes)).toEqual(new Set(['permission-denied']));
    }),
  );

  test('of two who leave simultaneously from the command line, one remains', () =>
    withOnlyAdmins(2, async (ids) => {
      const results = await Promise.allSettled(ids.map((id) => deactivateUser(world.ctx('system'), { id })));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await managers()).toHaveLength(1);
    }));
});
