import type { Role } from '../../../kernel/rights/roles.js';

/** The users of a shop, by user name: its admin, its office user and its builder. */
export interface Crew {
  readonly shop: string;
  readonly admin: string;
  readonly clerk: string;
  readonly builders: readonly string[];
  /** The share of the company's orders that the shop builds. */
  readonly share: number;
  /** The sheds it builds. */
  readonly categories: readonly string[];
  /** The beginning of its serial numbers. */
  readonly code: string;
}

/** The office's users: the one who decides and pays, and the one who uploads orders and answers shops. */
export const office = { admin: 'office.admin@demo.test', clerk: 'office.user@demo.test' } as const;

export const crews: readonly Crew[] = [
  {
    ...{ shop: 'Ridge Line Barns', code: 'RLB', share: 0.3, categories: ['Painted', 'Urethane', 'Metal'] },
    ...{ admin: 'shop.admin@demo.test', clerk: 'shop.user@demo.test' },
    builders: ['builder@demo.test', 'levi.troyer@demo.test'],
  },
  {
    ...{ shop: 'Oakridge Builders', code: 'OKB', share: 0.27, categories: ['Painted', 'Urethane', 'Metal'] },
    ...{ admin: 'other.shop@demo.test', clerk: 'hannah.graber@demo.test' },
    builders: ['marlin.beachy@demo.test', 'joe.kauffman@demo.test'],
  },
  {
    ...{ shop: 'Millbrook Structures', code: 'MBS', share: 0.23, categories: ['Painted', 'Urethane'] },
    ...{ admin: 'nathan.swartz@demo.test', clerk: 'nathan.swartz@demo.test' },
    builders: ['dale.schrock@demo.test'],
  },
  {
    ...{ shop: 'Cedar Hollow Sheds', code: 'CHS', share: 0.2, categories: ['Painted', 'Metal'] },
    ...{ admin: 'grace.nisley@demo.test', clerk: 'grace.nisley@demo.test' },
    builders: ['aaron.petersheim@demo.test'],
  },
];

interface Hand {
  readonly userName: string;
  readonly name: string;
  readonly role: Role;
  readonly shop: string;
}

/** The shops' users besides the demo accounts. */
export const hands: readonly Hand[] = [
  { userName: 'levi.troyer@demo.test', name: 'Levi Troyer', role: 'Builder', shop: 'Ridge Line Barns' },
  { userName: 'hannah.graber@demo.test', name: 'Hannah Graber', role: 'Shop User', shop: 'Oakridge Builders' },
  { userName: 'marlin.beachy@demo.test', name: 'Marlin Beachy', role: 'Builder', shop: 'Oakridge Builders' },
  { userName: 'joe.kauffman@demo.test', name: 'Joe Kauffman', role: 'Builder', shop: 'Oakridge Builders' },
  { userName: 'nathan.swartz@demo.test', name: 'Nathan Swartz', role: 'Shop Admin', shop: 'Millbrook Structures' },
  { userName: 'dale.schrock@demo.test', name: 'Dale Schrock', role: 'Builder', shop: 'Millbrook Structures' },
  { userName: 'grace.nisley@demo.test', name: 'Grace Nisley', role: 'Shop Admin', shop: 'Cedar Hollow Sheds' },
  { userName: 'aaron.petersheim@demo.test', name: 'Aaron Petersheim', role: 'Builder', shop: 'Cedar Hollow Sheds' },
];
