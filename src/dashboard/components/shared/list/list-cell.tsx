import type { ReactNode } from 'react';
import { isObject } from '../../../../domain/kernel/objects.js';
import { Icon, type IconName } from '../../ui/icon.js';
import type { ColumnDef, RowBase, RowTone } from './list-types.js';
import styles from './list.module.css';

/** The content of a cell. */
export function toCell<Row extends RowBase>({ field, body }: ColumnDef<Row>, row: Row): ReactNode {
  if (body) return body(row);
  const value = isObject(row) ? row[field] : null;
  return value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** The name of a row: the text of its first column, if that is a field of the row, as the column shows it. */
export function toTitle<Row extends RowBase>(column: ColumnDef<Row> | undefined, row: Row): string {
  const value = column && isObject(row) ? row[column.field] : null;
  if (typeof value !== 'string') return '';
  const cell = column?.body?.(row);
  return typeof cell === 'string' ? cell : value;
}

const tones = {
  alert: { icon: 'warning', title: 'Has open alerts', word: 'Has alerts' },
  critical: { icon: 'warning', title: 'Below the critical order point', word: 'Critical stock' },
  warning: { icon: 'down', title: 'Below the warning order point', word: 'Low stock' },
} as const satisfies Record<RowTone, { icon: IconName; title: string; word: string }>;

/** The icon for a row's tone, with a label for people who cannot see the color. */
export const ToneMark = ({ tone }: { tone: RowTone | undefined }) =>
  tone && (
    <span className={styles['alert-mark']} title={tones[tone].title}>
      <Icon name={tones[tone].icon} />
      <span className="sr-only">{tones[tone].word}</span>
    </span>
  );

export const AlertMark = () => <ToneMark tone="alert" />;

export const toneClass = (tone: RowTone | undefined): string => (tone ? `row-${tone}` : '');
