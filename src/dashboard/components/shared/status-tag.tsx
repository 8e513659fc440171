import { Icon, type IconName } from '../ui/icon.js';

type Color = 'slate' | 'blue' | 'amber' | 'violet' | 'green' | 'teal' | 'grey' | 'red';
type Look = readonly [Color, IconName];

const orders: Readonly<Record<string, Look>> = {
  New: ['slate', 'circle'],
  InQueue: ['blue', 'queue'],
  Building: ['amber', 'hammer'],
  'On Hold': ['violet', 'pause'],
  Finished: ['green', 'check'],
  Invoiced: ['teal', 'file'],
  Canceled: ['grey', 'ban'],
};

const invoices: Readonly<Record<string, Look>> = {
  New: ['blue', 'circle'],
  Denied: ['red', 'ban'],
  Adjusted: ['amber', 'adjust'],
  Approved: ['green', 'check'],
  Paid: ['teal', 'cash'],
};

/** For outgoing messages and background jobs. */
const messages: Readonly<Record<string, Look>> = {
  Waiting: ['blue', 'clock'],
  Running: ['amber', 'refresh'],
  Sent: ['green', 'check'],
  Delivered: ['green', 'check'],
  Done: ['green', 'check'],
  'Not sent': ['violet', 'pause'],
  Failed: ['red', 'warning'],
  Refused: ['red', 'ban'],
  Good: ['green', 'check'],
  'Did not finish': ['red', 'warning'],
  'Did not run': ['red', 'clock'],
};

const tickets: Readonly<Record<string, Look>> = {
  Open: ['blue', 'circle'],
  Answered: ['green', 'message'],
  Closed: ['grey', 'check'],
};

const keys: Readonly<Record<string, Look>> = {
  Active: ['green', 'check'],
  Expired: ['amber', 'clock'],
  Blocked: ['red', 'ban'],
  Revoked: ['grey', 'ban'],
};

const accesses: Readonly<Record<string, Look>> = { Done: ['green', 'check'], Refused: ['red', 'ban'] };

const payments: Readonly<Record<string, Look>> = { 'Totals out of date': ['amber', 'refresh'] };

const looks = {
  order: orders,
  invoice: invoices,
  message: messages,
  ticket: tickets,
  payment: payments,
  key: keys,
  access: accesses,
} as const;

/** A status with color, icon and text, so that it does not depend on color alone. */
export function StatusTag({ of, status }: { of: keyof typeof looks; status: string }) {
  const [color, icon] = looks[of][status] ?? ['slate', 'circle'];
  return (
    <span className={`tag tag-${color}`}>
      <Icon name={icon} size={14} />
      <span>{status}</span>
    </span>
  );
}
