import { Icon, type IconName } from './icon.js';

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

/** A status: color, icon and word, so that no one of them is needed to know it. */
export function StatusTag({ of, status }: { of: 'order' | 'invoice'; status: string }) {
  const [color, icon] = (of === 'order' ? orders : invoices)[status] ?? ['slate', 'circle'];
  return (
    <span className={`tag tag-${color}`}>
      <Icon name={icon} size={14} />
      <span>{status}</span>
    </span>
  );
}
