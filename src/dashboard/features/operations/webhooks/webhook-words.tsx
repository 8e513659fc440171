import type { ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon.js';
import { count } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import styles from './webhooks.module.css';

export type Webhook = Output<'GET /api/webhooks'>['items'][number];
export type Delivery = Output<'GET /api/webhooks/:id/deliveries'>['items'][number];

export const webhookList = '/company/admin/webhooks';
export const webhookForm = (id: string): string => `${webhookList}/form?id=${encodeURIComponent(id)}`;

export const stateLabels: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** Describes the events that a webhook receives. */
export const describeTypes = (types: Webhook['types']): string => {
  if (types === null) return 'All events';
  return types.length === 1 ? (types[0] ?? '') : `${count(types.length)} event types`;
};

/** The problem with its icon; nothing if there is none. */
export const Problem = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span className={`${styles['problem']} error`}>
      <Icon name="warning" />
      <span>{text}</span>
    </span>
  );

/** Several lines in a cell; lines may wrap. */
export const Lines = ({ children }: { children: ReactNode }) => <div className={styles['cell']}>{children}</div>;
