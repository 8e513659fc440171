import { toKeys } from '../../../../domain/kernel/objects.js';
import { type WebhookEvent, webhookEvents } from '../../../../domain/operations/webhooks/event-schema.js';
import type { Webhook } from './webhook-words.js';

const recordWords: Readonly<Record<string, string>> = {
  order: 'Orders',
  invoice: 'Invoices',
  payment: 'Payments',
  repair_invoice: 'Repair and driver invoices',
  correction: 'Payment corrections',
  metal_order: 'Metal orders',
  material_order: 'Material orders',
  message: 'Messages',
  notice: 'Notices',
};

const verbWords: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  status_changed: 'Status changed',
  deleted: 'Deleted',
};

/** The event types by record, as options. */
export const eventGroups = Object.entries(recordWords).map(([record, label]) => ({
  label,
  options: toKeys(webhookEvents)
    .filter((type) => type.startsWith(`${record}.`))
    .map((type) => ({ value: type, label: verbWords[type.slice(record.length + 1)] ?? type })),
}));

/** The values of the form of a webhook, or of a new one. */
export const toValues = (webhook: Webhook | null, owner: string) => ({
  name: webhook?.name ?? '',
  address: webhook?.address ?? '',
  shop: webhook?.shop?._id ?? '',
  events: webhook?.types ? ('some' as const) : ('all' as const),
  types: webhook?.types ?? [],
  owner: webhook ? (webhook.owner?._id ?? '') : owner,
});
export type WebhookValues = Omit<ReturnType<typeof toValues>, 'events'> & { readonly events: 'all' | 'some' };

/** The form as request values. */
export const toFields = ({ name, address, shop, events, types, owner }: WebhookValues) => ({
  ...{ name, address, shop: shop === '' ? null : shop, owner: owner === '' ? null : owner },
  types: events === 'all' ? null : (types as WebhookEvent[]), // the list offers only these
});
