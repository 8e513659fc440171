import type { ReactNode } from 'react';
import type { RowBase } from './list-types.js';
import type { ListView } from './use-list-view.js';
import styles from '../../ui/table/cards.module.css';

interface CardTotalsProps<Row extends RowBase> {
  readonly totals: Readonly<Record<string, ReactNode>> | undefined;
  readonly view: ListView<Row>;
}

/** The totals of the shown columns, below the cards or lines of a phone. */
export const CardTotals = <Row extends RowBase>({ totals, view }: CardTotalsProps<Row>) =>
  totals && (
    <dl className={styles['card-totals']}>
      {view.shownColumns
        .filter(({ field }) => totals[field] !== undefined)
        .map(({ field, header }) => (
          <div key={field}>
            <dt>Total {header}</dt>
            <dd>{totals[field]}</dd>
          </div>
        ))}
    </dl>
  );
