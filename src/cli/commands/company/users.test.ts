import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordFits } from '../../../domain/company/users/passwords.js';
import { findUserByName } from '../../../domain/company/users/queries.js';
import { newId } from '../../../domain/kernel/ids.js';
import { homeShop, useWorld } from '../../../domain/testing/world.js';
import { registerUsers } from './users.js';

const world = useWorld();
const before = process.env['DATABASE_URL'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-users-'));
  await writeFile(path.join(folder, 'password'), 'from-a-file-1\n');
  process.env['DATABASE_URL'] = world.url;
});
afterAll(async () => {
  if (before === undefined) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = before;
  await rm(folder, { recursive: true });
});

interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
}

/** Runs `shedworks users …` in this process, without a terminal. */
async function users(...args: string[]): Promise<CommandResult> {
  const program = new Command().option('--json').option('--csv').option('--as <user>');
  registerUsers(program);
  program.hook('preAction', (_, command) => {
    for (const [name, value] of Object.entries(program.opts())) command.setOptionValue(name, value);
  });
  const texts = { out: '', notes: '' };
  const restore = [
    capture(process.stdout, (text) => (texts.out += text)),
    capture(process.stderr, (text) => (texts.notes += text)),
  ];
  const { isTTY } = process.stdin;
  process.stdin.isTTY = false;
  try {
    await program.parseAsync(['users', ...args], { from: 'user' });
    return { code: Number(process.exitCode ?? 0), ...texts };
  } finally {
    process.exitCode = 0;
    process.stdin.isTTY = isTTY;
    for (const undo of restore) undo();
  }
}

function capture(stream: NodeJS.WriteStream, onText: (text: string) => void): () => void {
  const write = stream.write.bind(stream);
  stream.write = (text: string | Uint8Array) => {
    onText(String(text));
    return true;
  };
  return () => void (stream.write = write);
}

const readStored = async (email: string) => {
  const user = await findUserByName(world.db, email);
  if (!user) throw new Error(`no user ${email}`);
  return user;
};
const address = () => `${newId()}@demo.test`;
const add = (email: string, ...more: string[]) =>
  users(
    'add',
    email,
    '--name',
    'Pat Long',
    '--role',
    'Shop User',
    '--shop',
    homeShop,
    '--password-file',
    path.join(folder, 'password'),
    ...more,
  );

describe('shedworks users', () => {
  test('add refuses the same user twice as bad input, and stores nothing twice', async () => {
    const email = address();
    const first = await add(email, '--json');
    expect(first).toMatchObject({ code: 0, notes: `${email} is added as Shop User.\n` });
    expect(JSON.parse(first.out)).toMatchObject({ email, shop: { name: homeShop } });
    expect(await add(email)).toMatchObject({ code: 2, out: '', notes: 'userName: is already in use\n' });
    expect(await world.db('users').where({ user_name: email })).toHaveLength(1);
    expect(first.out + first.notes).not.toMatch(/from-a-file|argon2/);
  });

  test('every --dry-run checks all rules and stores nothing', async () => {
    const email = address();
    expect(await add(email, '--dry-run')).toMatchObject({ code: 0, notes: `${email} would be added as Shop User.\n` });
    expect(await findUserByName(world.db, email)).toBeUndefined();
    await add(email);
    const storedUser = await readStored(email);
    const password = ['--password-file', path.join(folder, 'password')];
    for (const args of [
      ['deactivate', email],
      ['change', email, '--view-only'],
      ['set-password', email, ...password],
    ]) {
      const ran = await users(...args, '--dry-run');
      expect(ran.code).toBe(0);
      expect(ran.notes).toContain('(dry run: nothing saved)');
    }
    expect((await users('change', email, '--role', 'Shop Admin', '--super-admin', '--dry-run')).code).toBe(2);
    expect(await readStored(email)).toEqual(storedUser);
  });

  test('deactivate ends the sessions each time; activating an active user changes nothing, and reports that', async () => {
    const email = address();
    await add(email);
    for (const [verb, active, notes] of [
      ['deactivate', false, 'User deactivated.'],
      ['deactivate', false, 'User deactivated.'],
      ['activate', true, 'User activated.'],
      ['activate', true, 'Nothing to change.'],
    ] as const) {
      expect(await users(verb, email.toUpperCase())).toMatchObject({ code: 0, notes: `${email}: ${notes}\n` });
      expect((await readStored(email)).active).toBe(active);
    }
  });

  test('change updates only the given options, and grants one by one', async () => {
    const email = address();
    await add(email);
    const ran = await users(
      'change',
      email,
      '--role',
      'Shop Admin',
      '--grant',
      'logs.view',
      'admin.view',
      '--view-only',
      '--json',
    );
    expect(JSON.parse(ran.out)).toMatchObject({
      role: 'Shop Admin',
      grants: ['logs.view', 'admin.view'],
      viewOnly: true,
      name: 'Pat Long',
    });
    await users('change', email, '--revoke', 'admin.view', '--no-view-only', '--name', 'Pat Short');
    expect(await readStored(email)).toMatchObject({
      name: 'Pat Short',
      grants: ['logs.view'],
      viewOnly: false,
      role: 'Shop Admin',
    });
    expect(await users('change', email, '--shop', 'Nowhere')).toMatchObject({
      code: 2,
      notes: 'there is no shop "Nowhere"\n',
    });
  });

  test('list by shop and state as CSV', async () => {
    const email = address();
    await add(email);
    await users('deactivate', email);
    const { out } = await users('list', '--shop', homeShop, '--inactive', '--search', email, '--csv');
    const [head, row, ...rest] = out.split('\r\n');
    expect(head).toBe('email,name,role,shop,flags,active,invited,id,secondFactor');
    expect(row).toContain(`${email},Pat Long,Shop User,${homeShop},,no,,`);
    expect(rest).toEqual(['']);
  });

  test('explains mistakes: an unknown user, a missing password, no permission, the last super admin', async () => {
    expect(await users('deactivate', 'demo.test')).toMatchObject({ code: 2, notes: 'there is no user demo.test\n' });
    const result = await users('set-password', 'shop.user@demo.test');
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.notes).toContain('--password-stdin');
    const denial = await users('--as', 'office.user@demo.test', 'deactivate', 'shop.user@demo.test');
    expect(denial).toMatchObject({ code: 1, notes: 'Permission Denied\n' });
    const last = await users('deactivate', 'office.admin@demo.test');
    expect(last).toMatchObject({ code: 1 });
    expect(last.notes).toContain('last active super admin');
  });

  test('refuses a password that is easy to guess', async () => {
    const file = path.join(folder, 'common');
    await writeFile(file, 'Password2026\n');
    expect(await users('set-password', 'shop.user@demo.test', '--password-file', file)).toMatchObject({
      code: 2,
      notes: 'password: is too common; choose another password\n',
    });
  });

  test('set-password reads it from standard input and never shows it', async () => {
    const email = address();
    await add(email);
    const { generation } = await readStored(email);
    const ran = await new Promise<{ failed: boolean; text: string }>((resolve) => {
      const main = path.resolve(import.meta.dirname, '../../main.ts');
      const args = ['--import', 'tsx', main, 'users', 'set-password', email, '--password-stdin', '--json'];
      const env = { ...process.env, DATABASE_URL: world.url };
      const child = execFile(process.execPath, args, { env }, (error, out, err) =>
        resolve({ failed: error !== null, text: out + err }),
      );
      child.stdin?.end('from-a-pipe-1\n');
    });
    expect(ran.failed, ran.text).toBe(false);
    expect(ran.text).toContain(`${email}: Password reset.`);
    expect(ran.text).not.toMatch(/from-a-pipe|argon2/);
    const user = await readStored(email);
    expect(await passwordFits(user.passwordHash, 'from-a-pipe-1')).toBe(true);
    expect(user.generation).toBe(generation + 1);
  });

  test('reset-factors lets a locked-out user sign in with only the password', async () => {
    const email = address();
    await add(email);
    const { _id, generation } = await readStored(email);
    const app = { user_id: _id, is_confirmed: true, sealed: 'x', created_at: new Date() };
    await world.db('authenticators').insert(app);
    expect((await users('list', '--search', email, '--json')).out).toContain('"secondFactor": true');
    expect((await users('reset-factors', email, '--dry-run')).notes).toContain('nothing saved');
    expect((await readStored(email)).secondFactor).toBe(true);
    expect(await users('reset-factors', email)).toMatchObject({ code: 0, notes: `${email}: Second factors reset.\n` });
    expect(await readStored(email)).toMatchObject({ secondFactor: false, generation: generation + 1 });
    const trail = world.db('audit_entries').where({ action: 'reset second factors' });
    expect(await trail.select('via', 'entity_ids')).toEqual([{ via: 'cli', entity_ids: [_id] }]);
    expect(await users('reset-factors', email)).toMatchObject({ code: 0, notes: `${email}: Nothing to change.\n` });
    const asAdmin = users('--as', 'shop.admin@demo.test', 'reset-factors', email);
    expect(await asAdmin).toMatchObject({ code: 1, notes: 'Permission Denied\n' });
  });

  test('require-factors sets the roles that require one, and shows them', async () => {
    const policyRun = await users('require-factors', '--roles', 'Builder', '--dry-run');
    expect(policyRun.notes).toMatch(
      /^Dry run: nothing saved. \d+ users without a second factor would be signed out.$/m,
    );
    const money = await users('require-factors', '--money-roles', '--json');
    expect(money.notes).toMatch(/^Second factors saved. \d+ users/);
    expect(JSON.parse(money.out)).toMatchObject({ roles: ['Office Admin', 'Office User'] });
    expect((await users('require-factors')).out).toMatch(/Office User\s+│?\s*needed/);
    expect((await users('require-factors', '--none', '--money-roles')).code).toBe(2);
    expect(JSON.parse((await users('require-factors', '--none', '--json')).out)).toMatchObject({ roles: [] });
  });
});

describe('links', () => {
  const linkText = /^http:\/\/localhost:4200\/welcome#swl_[0-9a-f]{32}_[\w-]{43}\n$/;

  test('an invitation without a mail server prints only its link on standard output, even a second time for the same user', async () => {
    const email = `${newId()}@demo.test`;
    const missing = await users('invite', email);
    expect(missing).toMatchObject({ code: 2, notes: 'add --name and --role for a new user\n' });
    const previewRun = await users(
      'invite',
      email,
      '--name',
      'Pat Long',
      '--role',
      'Builder',
      '--shop',
      homeShop,
      '--dry-run',
    );
    expect(previewRun.out).not.toContain('swl_');
    expect(await findUserByName(world.db, email)).toBeUndefined();
    const first = await users('invite', email, '--name', 'Pat Long', '--role', 'Builder', '--shop', homeShop);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(linkText);
    expect(first.notes).not.toContain('swl_');
    expect(await findUserByName(world.db, email)).toMatchObject({ hasPassword: false, role: 'Builder' });
    const again = await users('invite', email, '--json');
    expect((JSON.parse(again.out) as { link: string }).link).not.toBe(first.out.trim());
    expect((await users('list', '--search', email, '--csv')).out).toMatch(/,20\d\d-/);
  });

  test('reset-link creates one for a locked-out user, and does not reveal which users exist', async () => {
    const linkRun = await users('reset-link', 'shop.user@demo.test');
    expect(linkRun).toMatchObject({ code: 0, notes: 'Link created. It works once, for one hour.\n' });
    expect(linkRun.out).toMatch(linkText);
    expect(await users('reset-link', 'nobody@demo.test')).toMatchObject({ code: 2, out: '' });
  });
});
