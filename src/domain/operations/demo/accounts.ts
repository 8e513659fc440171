import type { Knex } from 'knex';
import { grants, type Grant, type Role } from '../../kernel/rights/roles.js';
import { createUser } from '../../company/users/sign-in.js';
import { systemActor, type Ctx } from '../../kernel/context.js';
import { queryColumn } from '../../kernel/database/rows.js';

export interface DemoAccount {
  readonly userName: string;
  readonly name: string;
  readonly role: Role;
  readonly shop: string | null;
  readonly superAdmin: boolean;
  readonly superRole: string | null;
  readonly viewOnly: boolean;
  readonly grants: readonly Grant[];
}

const plainAccount = { shop: null, superAdmin: false, superRole: null, viewOnly: false, grants: [] };
/** The shop of most demo shop accounts. */
export const demoShop = 'Ridge Line Barns';
const shop = demoShop;

/** The Office Admin who does the demo's work in the office. */
export const demoAdmin = 'office.admin@demo.test';

/** The accounts that can sign in to the demo: every role, one user of another shop and one view-only user. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    ...plainAccount,
    userName: demoAdmin,
    name: 'Anna Keller',
    role: 'Office Admin',
    superAdmin: true,
    superRole: 'admin',
    grants,
  },
  { ...plainAccount, userName: 'office.user@demo.test', name: 'Owen Price', role: 'Office User' },
  {
    ...plainAccount,
    userName: 'shop.admin@demo.test',
    name: 'Ruth Yoder',
    role: 'Shop Admin',
    shop,
    grants: ['logs.view', 'admin.view'],
  },
  { ...plainAccount, userName: 'shop.user@demo.test', name: 'Sam Miller', role: 'Shop User', shop },
  { ...plainAccount, userName: 'builder@demo.test', name: 'Ben Carver', role: 'Builder', shop },
  {
    ...plainAccount,
    userName: 'other.shop@demo.test',
    name: 'Olive Stone',
    role: 'Shop Admin',
    shop: 'Oakridge Builders',
  },
  { ...plainAccount, userName: 'view.only@demo.test', name: 'Vera Lind', role: 'Office Admin', viewOnly: true },
];

/** The password of every demo account. It is public, so use a database with these accounts only on your own machine. */
export const demoPassword = 'demo-Shedworks-1';

/**
 * Adds the missing demo accounts, each with a history entry; returns their user names. Requires the shops of the demo
 * company.
 */
export async function addDemoAccounts(ctx: Ctx): Promise<string[]> {
  const setUp: Ctx = { ...ctx, actor: systemActor('cli'), idempotency: undefined };
  const takenNames = new Set(await queryColumn<string>(ctx.db('users').pluck('user_name')));
  const missingAccounts = demoAccounts.filter((account) => !takenNames.has(account.userName));
  for (const account of missingAccounts)
    await createUser(setUp, { ...account, grants: [...account.grants], password: demoPassword });
  return missingAccounts.map((account) => account.userName);
}

/** Whether a demo account, whose password is public, can sign in. */
export async function hasDemoAccounts(db: Knex): Promise<boolean> {
  return Boolean(await db('users').where({ active: true }).whereILike('user_name', '%@demo.test').first('id'));
}
