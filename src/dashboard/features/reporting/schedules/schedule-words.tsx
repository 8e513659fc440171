import type { ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon.js';
import type { Output } from '../../../lib/server/api.js';
import styles from './schedules.module.css';

export type Schedule = Output<'GET /api/schedule'>['items'][number];
export type Run = Output<'GET /api/schedule/:id/runs'>['items'][number];

/** The state of a run, or of its email once there is one, as a colored label. */
export function getState({ status, message }: Pick<Run, 'status' | 'message'>): string {
  if (status === 'waiting') return 'Waiting';
  if (status === 'running') return 'Running';
  if (status === 'failed') return 'Failed';
  const words: Readonly<Record<string, string>> = {
    sent: 'Sent',
    kept: 'Not sent',
    failed: 'Failed',
    refused: 'Refused',
    waiting: 'Waiting',
  };
  return message ? (words[message.status] ?? 'Done') : 'Done';
}

/** The problem with its icon; nothing if there is none. */
export const Alarm = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span className={`${styles['schedule-alarm']} error`}>
      <Icon name="warning" />
      <span>{text}</span>
    </span>
  );

/** Several lines in a cell; lines may wrap. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <div className={styles['schedule-cell']}>{children}</div>
);
