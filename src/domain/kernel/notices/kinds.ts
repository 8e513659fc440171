import { toKeys } from '../objects.js';
import { can, type Holder, type Permission } from '../rights/permissions.js';
import { isShopRole, type Role } from '../rights/roles.js';

/**
 * How a user gets the notices of a kind. Unless they are off, they are listed behind the bell. They can also be
 * emailed: immediately, or together once a day or a week.
 */
export const noticeDeliveries = ['off', 'app', 'mail', 'daily', 'weekly'] as const;
export type NoticeDelivery = (typeof noticeDeliveries)[number];

/** The headings under which the kinds are listed, in order. */
export const noticeGroups = ['Orders', 'Money', 'Material', 'Messages', 'Operations', 'Account'] as const;

interface Rule {
  readonly group: (typeof noticeGroups)[number];
  readonly label: string;
  /** When a notice of the kind is sent, as a sentence. */
  readonly when: string;
  /** The users it is for. */
  readonly side: 'office' | 'shop' | 'both';
  /** The permission required to receive it. */
  readonly permission: Permission;
  /** The default for each role, until the user chooses; in the app for a role that is not listed. */
  readonly usual: Readonly<Partial<Record<Role, NoticeDelivery>>>;
  /** Whether it cannot be turned off, because it is about the safety of the user's own account. */
  readonly always?: true;
}

const office = (delivery: NoticeDelivery) => ({ 'Office Admin': delivery, 'Office User': delivery });
const desk = (delivery: NoticeDelivery) => ({ 'Shop Admin': delivery, 'Shop User': delivery });

/** Every kind of notice: its texts, who may receive it, and the default for each role. */
export const noticeKinds = {
  orderAlerts: {
    group: 'Orders',
    label: 'New alerts on orders',
    when: 'New orders have open alerts.',
    side: 'office',
    permission: 'orders.push',
    usual: {},
  },
  proposals: {
    group: 'Orders',
    label: 'Proposals',
    when: 'The sales system changed orders, and the changes are waiting for a decision.',
    side: 'office',
    permission: 'orders.import',
    usual: {},
  },
  canceledSales: {
    group: 'Orders',
    label: 'Canceled sales',
    when: 'The sales system reports that customers canceled their orders.',
    side: 'office',
    permission: 'orders.import',
    usual: {},
  },
  orders: {
    group: 'Orders',
    label: 'Changes to orders',
    when: 'The office pushes, changes, cancels, moves or deletes orders of your shop.',
    side: 'shop',
    permission: 'orders.read',
    usual: {},
  },
  holds: {
    group: 'Orders',
    label: 'Overdue holds',
    when: 'Orders have been On Hold for more than seven days.',
    side: 'both',
    permission: 'orders.read',
    usual: { ...office('daily'), ...desk('app'), Builder: 'off' },
  },
  approvals: {
    group: 'Money',
    label: 'Invoices waiting for approval',
    when: 'Invoices are waiting for approval.',
    side: 'office',
    permission: 'approvals.read',
    usual: office('daily'),
  },
  denied: {
    group: 'Money',
    label: 'Denied invoices',
    when: 'The office denies an invoice of your shop.',
    side: 'shop',
    permission: 'invoices.adjust',
    usual: {},
  },
  invoices: {
    group: 'Money',
    label: 'Invoices and payments',
    when: 'The office approves, corrects, reopens, deletes or pays invoices of your shop.',
    side: 'shop',
    permission: 'invoices.read',
    usual: {},
  },
  lowStock: {
    group: 'Material',
    label: 'Low stock',
    when: 'Items are below their order point, even counting what is on order.',
    side: 'shop',
    permission: 'purchasing.write',
    usual: { 'Shop Admin': 'daily' },
  },
  mentions: {
    group: 'Messages',
    label: 'Mentions',
    when: 'A message mentions you by name.',
    side: 'both',
    permission: 'comments.read',
    usual: { ...office('mail'), ...desk('mail') },
  },
  tickets: {
    group: 'Messages',
    label: 'Answered support tickets',
    when: 'Someone answers your support ticket.',
    side: 'both',
    permission: 'tickets.create',
    usual: { ...office('mail'), ...desk('mail'), Builder: 'mail' },
  },
  schedules: {
    group: 'Operations',
    label: 'Failed schedules',
    when: 'A scheduled report fails: yours, or that of a user who can no longer sign in.',
    side: 'both',
    permission: 'views.use',
    usual: { ...office('mail'), ...desk('mail') },
  },
  sources: {
    group: 'Operations',
    label: 'Failed or stopped pulls',
    when: 'A pull from the sales system fails, or stops because it would change too much.',
    side: 'office',
    permission: 'orders.import',
    usual: office('mail'),
  },
  webhooks: {
    group: 'Operations',
    label: 'Paused webhooks',
    when: 'The receiver of a webhook fails, or the webhook is paused.',
    side: 'office',
    permission: 'company.read',
    usual: office('mail'),
  },
  commands: {
    group: 'Operations',
    label: 'Failed and late commands',
    when: 'An expected command fails or does not run in time.',
    side: 'office',
    permission: 'company.read',
    usual: office('mail'),
  },
  refusedMail: {
    group: 'Operations',
    label: 'Refused email',
    when: 'A mail server permanently refuses an address.',
    side: 'office',
    permission: 'outbox.view',
    usual: {},
  },
  guesses: {
    group: 'Operations',
    label: 'Failed sign-ins of other users',
    when: "Too many sign-ins to another user's account fail.",
    side: 'office',
    permission: 'users.manage',
    usual: {},
  },
  account: {
    group: 'Account',
    label: 'Your account',
    when: 'Something affects the security of your account.',
    side: 'both',
    permission: 'account.own',
    usual: { ...office('mail'), ...desk('mail'), Builder: 'mail' },
    always: true,
  },
} as const satisfies Record<string, Rule>;

export type NoticeKind = keyof typeof noticeKinds;

const rules: Readonly<Record<NoticeKind, Rule>> = noticeKinds;
export const getNoticeRule = (kind: NoticeKind): Rule => rules[kind];

/** Whether a user may receive the notices of a kind. */
export function mayReceive(person: Holder, kind: NoticeKind): boolean {
  const { side, permission } = rules[kind];
  const isOfSide = side === 'both' || (side === 'shop') === isShopRole(person.role);
  return isOfSide && can(person, permission);
}

/** The kinds a user may receive, in the order of the table. */
export const receivableKinds = (person: Holder): NoticeKind[] =>
  toKeys(noticeKinds).filter((kind) => mayReceive(person, kind));

/** How a role gets the notices of a kind until the user chooses. */
export const usualDelivery = (role: Role, kind: NoticeKind): NoticeDelivery => rules[kind].usual[role] ?? 'app';

/** Whether Builders get notices of a kind. If so, everyone in a shop may learn that there is one. */
export const isForBuilders = (kind: NoticeKind): boolean =>
  mayReceive({ role: 'Builder', superAdmin: false, grants: [] }, kind);
