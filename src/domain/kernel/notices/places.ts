import { can, type Holder, type Permission } from '../rights/permissions.js';
import { isShopRole } from '../rights/roles.js';

/** What a notice can open: the path of its screen on a side, and its name in the menu. */
interface Place {
  /** The text of a button that opens it. */
  readonly open: string;
  readonly path: string;
  readonly menu: string;
  /** Whether it is a single record, which the address names. */
  readonly isRecord?: true;
  /** The only side that has it; if left out, both have it. */
  readonly side?: 'company' | 'shop';
  /** Who may open it, if not everyone who gets a notice with it. */
  readonly permission?: Permission;
}

/** Every place that a notice can open. */
export const noticePlaces = {
  order: { open: 'Open the order', path: 'order/form', menu: 'Orders', isRecord: true },
  invoice: { open: 'Open the invoice', path: 'invoice/form', menu: 'Invoices', isRecord: true },
  payment: { open: 'Open the payment', path: 'payment/view', menu: 'Payments', isRecord: true },
  repair: { open: 'Open the invoice', path: 'repair/invoice/form', menu: 'Repair Invoices', isRecord: true },
  driver: { open: 'Open the invoice', path: 'driver/invoice/form', menu: 'Driver Invoices', isRecord: true },
  messages: { open: 'Open the messages', path: 'messages/shop', menu: 'Messages', isRecord: true, side: 'company' },
  schedule: { open: 'Open the schedule', path: 'reports/schedules/form', menu: 'Schedules', isRecord: true },
  source: {
    open: 'Open the source',
    path: 'import/sources/form',
    menu: 'Imports, Sources',
    isRecord: true,
    side: 'company',
  },
  webhook: {
    open: 'Open the webhook',
    path: 'admin/webhooks/form',
    menu: 'Webhooks',
    isRecord: true,
    side: 'company',
    permission: 'webhook.manage',
  },
  orders: { open: 'Open the orders', path: 'orders/inqueue', menu: 'Orders' },
  newOrders: { open: 'Open New orders', path: 'orders/add', menu: 'Orders', side: 'company' },
  proposals: { open: 'Open the proposals', path: 'orders/proposals', menu: 'Orders, Proposals', side: 'company' },
  holds: { open: 'Open the orders', path: 'orders/onhold', menu: 'Orders, On Hold' },
  invoices: { open: 'Open the invoices', path: 'invoices/new', menu: 'Invoices' },
  denied: { open: 'Open the invoices', path: 'invoices/denied', menu: 'Invoices, Denied' },
  approvals: { open: 'Open approvals', path: 'approvals', menu: 'Approvals', side: 'company' },
  demand: { open: 'Open demand', path: 'purchase/demand', menu: 'Demand', side: 'shop' },
  shopMessages: { open: 'Open the messages', path: 'messages', menu: 'Messages', side: 'shop' },
  tickets: { open: 'Open your tickets', path: 'home?help=tickets', menu: 'Help and Support' },
  security: { open: 'Open Security', path: 'security', menu: 'your name, Security' },
  commands: {
    open: 'Open expected commands',
    path: 'admin/runs/expected',
    menu: 'Admin, Command Runs',
    side: 'company',
    permission: 'runs.manage',
  },
  outbox: {
    open: 'Open the outbox',
    path: 'admin/outbox',
    menu: 'Admin, Outbox',
    side: 'company',
    permission: 'outbox.view',
  },
} as const satisfies Record<string, Place>;

export type NoticePlace = keyof typeof noticePlaces;
/** The places that are a single record. */
export type RecordPlace = {
  [P in NoticePlace]: (typeof noticePlaces)[P] extends { readonly isRecord: true } ? P : never;
}[NoticePlace];

/** What a notice opens: a record by its ID, or a screen. */
export type NoticeLink =
  { readonly to: RecordPlace; readonly id: string } | { readonly to: Exclude<NoticePlace, RecordPlace> };

const places: Readonly<Record<NoticePlace, Place>> = noticePlaces;
export const isNoticePlace = (name: string): name is NoticePlace => Object.hasOwn(places, name);

/** A stored link: the place, and the record. */
export interface StoredLink {
  readonly to: string;
  readonly id: string | null;
}

/** The address of a link in the dashboard for a user; null if the user cannot open it. */
export function findNoticePath({ to, id }: StoredLink, person: Holder): string | null {
  if (!isNoticePlace(to)) return null;
  const { path, isRecord, side, permission } = places[to];
  const audience = isShopRole(person.role) ? 'shop' : 'company';
  if ((side ?? audience) !== audience || (permission && !can(person, permission))) return null;
  if (!isRecord) return `/${audience}/${path}`;
  return id === null ? null : `/${audience}/${path}?id=${encodeURIComponent(id)}`;
}

/** The button text, the address and the menu name of a link; null if the user cannot open it. */
export function findNoticeAction(link: StoredLink, person: Holder) {
  const path = findNoticePath(link, person);
  if (path === null || !isNoticePlace(link.to)) return null;
  const { open, menu } = places[link.to];
  return { label: open, path, menu };
}
