import { z } from 'zod';
import { TEST_EVENT, webhookEvents } from '../../domain/operations/webhooks/event-schema.js';
import { WebhookBody } from '../../domain/operations/webhooks/schema.js';

const headers = {
  'webhook-id': 'The ID of the message, the same at each attempt, so that a receiver can ignore repeats.',
  'webhook-timestamp': 'When this attempt was sent, in seconds since 1970. Refuse one that is older than five minutes.',
  'webhook-signature':
    'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.',
} as const;

/** The `webhooks` of the OpenAPI document: the body posted to an endpoint for each event type. */
export function openApiWebhooks(): Readonly<Record<string, object>> {
  const events = { ...webhookEvents, [TEST_EVENT]: 'A test sent by a user.' };
  return Object.fromEntries(
    Object.entries(events).map(([type, summary]) => [type, { post: operation(type, summary) }]),
  );
}

function operation(type: string, summary: string): object {
  const { $schema: _, ...schema } = z.toJSONSchema(WebhookBody.extend({ type: z.literal(type) }));
  return {
    summary,
    description: 'Sent to each webhook that selected this type. It has no figures: get the record for them.',
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      ...{ name, description, in: 'header', required: true, schema: { type: 'string' } },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'The endpoint is gone, so its webhook is paused.' },
      default: { description: 'Not received, so it is sent again.' },
    },
  };
}
