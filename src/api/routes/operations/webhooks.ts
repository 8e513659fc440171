import {
  listDeliveries,
  redeliverEvent,
  getDelivery,
  testWebhook,
} from '../../../domain/operations/webhooks/deliveries.js';
import {
  createWebhook,
  updateWebhook,
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  getWebhook,
} from '../../../domain/operations/webhooks/service.js';
import { describeRoutes, route } from '../../route.js';

export const webhookRoutes = describeRoutes(
  'webhooks',
  'Addresses that receive changes, and what was delivered to them.',
  [
    route('GET /api/webhooks', listWebhooks),
    route('POST /api/webhooks', createWebhook, { status: 201 }),
    route('GET /api/webhooks/:id', getWebhook),
    route('PUT /api/webhooks/:id', updateWebhook),
    route('DELETE /api/webhooks/:id', deleteWebhook),
    route('POST /api/webhooks/:id/rotate', rotateWebhookSecret),
    route('POST /api/webhooks/:id/pause', pauseWebhook),
    route('POST /api/webhooks/:id/resume', resumeWebhook),
    route('POST /api/webhooks/:id/test', testWebhook, { status: 201 }),
    route('GET /api/webhooks/:id/deliveries', listDeliveries),
    route('GET /api/webhooks/:id/deliveries/:delivery', getDelivery),
    route('POST /api/webhooks/:id/deliveries/:delivery/redeliver', redeliverEvent, { status: 201 }),
  ],
);
