import type { Screen } from '../../../lib/screens.js';

/** The office's screens for webhooks, and for one webhook with its deliveries. */
export const screens: readonly Screen[] = [
  {
    path: '/company/admin/webhooks',
    side: 'company',
    permission: 'webhook.manage',
    menu: { entry: 'Webhooks' },
    load: () => import('./webhook-list-page.js').then((m) => m.WebhookListPage),
  },
  {
    path: '/company/admin/webhooks/form',
    side: 'company',
    permission: 'webhook.manage',
    under: 'Webhooks',
    load: () => import('./webhook-form-page.js').then((m) => m.WebhookFormPage),
  },
];
