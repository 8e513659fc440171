/**
 * Every event type that a webhook can announce, with a description. The triggers of the database write them; a test
 * compares both.
 */
export const webhookEvents = {
  'order.created': "An order was imported; for a shop's webhook, it was pushed or moved to the shop.",
  'order.updated': 'An order changed: its details, figures, lines or alerts.',
  'order.status_changed': 'An order moved to another status.',
  'order.deleted': "An order was deleted; for a shop's webhook, it was deleted or left the shop.",
  'invoice.created': 'An invoice was created.',
  'invoice.updated': 'An invoice changed.',
  'invoice.status_changed': 'An invoice was approved, denied, adjusted, reopened or paid.',
  'invoice.deleted': 'An invoice was deleted.',
  'payment.created': 'A payment to a shop was created.',
  'payment.updated': 'A payment changed.',
  'payment.deleted': 'A payment was deleted.',
  'repair_invoice.created': 'A repair or driver invoice was created.',
  'repair_invoice.updated': 'A repair or driver invoice changed.',
  'repair_invoice.status_changed': 'A repair or driver invoice was approved, paid or reopened.',
  'repair_invoice.deleted': 'A repair or driver invoice was deleted.',
  'correction.created': 'A payment correction was created.',
  'correction.updated': 'A payment correction was added to a payment or removed from one.',
  'correction.deleted': 'A payment correction was deleted.',
  'metal_order.created': 'A metal order was created.',
  'metal_order.updated': 'A metal order changed.',
  'metal_order.deleted': 'A metal order was deleted.',
  'material_order.created': 'A material order was created.',
  'material_order.updated': 'A material order changed or was received.',
  'material_order.deleted': 'A material order was deleted.',
  'message.created': 'The office or a shop wrote a message.',
  'message.updated': 'A message was read.',
  'message.deleted': 'A message was deleted.',
  'notice.created': 'A notice was sent to a whole shop or to the office.',
  'notice.updated': 'A notice changed.',
  'notice.deleted': 'A notice was deleted.',
} as const satisfies Readonly<Record<string, string>>;

export type WebhookEvent = keyof typeof webhookEvents;

/** The event that is sent on request, to try an endpoint. */
export const TEST_EVENT = 'webhook.test';
