import { isShopRole } from '../../domain/kernel/rights/roles.js';
import type { Output } from '../lib/server/api.js';
import { useMe } from '../lib/server/session.js';
import { HOUR, useApi } from '../lib/server/use-api.js';
import { UnreadArea } from './lazy-unread-area.js';

type Alert = Output<'GET /api/alert/unread'>['items'][number];

/** The unread alerts, each until it is marked as read. */
export function AlertsArea() {
  const { data, error, refresh } = useApi('GET /api/alert/unread', {}, { refreshInterval: HOUR });
  const side = isShopRole(useMe().role) ? 'shop' : 'company';
  return (
    <UnreadArea
      label="Alerts"
      icon="bell"
      items={data?.items.map(({ _id, content, link }) => ({ _id, text: content, href: findHref(side, link) }))}
      error={error}
      onRetry={() => void refresh()}
      of="alert"
    />
  );
}

const lists = { orders: 'orders/inqueue', invoices: 'invoices/new' } as const;
const forms = {
  order: 'order/form',
  invoice: 'invoice/form',
  payment: 'payment/view',
  repair: 'repair/invoice/form',
  driver: 'driver/invoice/form',
} as const;

/** The address of a notice's record or list, on a side. */
function findHref(side: 'company' | 'shop', link: Alert['link']): string | null {
  if (link === null) return null;
  if (link.to === 'orders' || link.to === 'invoices') return `/${side}/${lists[link.to]}`;
  return link.id === null ? null : `/${side}/${forms[link.to]}?id=${encodeURIComponent(link.id)}`;
}
