import type { ReactNode } from 'react';
import { PHONE, useMedia } from '../../../lib/use-media.js';
import styles from './plain-table.module.css';
import cardStyles from './cards.module.css';

interface PlainColumn {
  readonly header: string;
  readonly align?: 'right';
}

interface PlainRow {
  readonly key: string;
  /** One cell per column; the first names the row. */
  readonly cells: readonly ReactNode[];
  /** Whether it is the total of the rows above it. */
  readonly isTotal?: boolean;
  /** Buttons at the end of the row. */
  readonly actions?: ReactNode;
}

interface PlainTableProps {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly caption?: string;
  readonly columns: readonly PlainColumn[];
  readonly rows: readonly PlainRow[];
}

/** A few rows without search, sorting or paging: a table, or cards on a phone. */
export function PlainTable(props: PlainTableProps) {
  const asCards = useMedia(PHONE);
  return asCards ? <Cards {...props} /> : <Table {...props} />;
}

const getAlign = (column: PlainColumn | undefined) => (column?.align ? { className: `cell-${column.align}` } : {});

const Table = ({ label, caption, columns, rows }: PlainTableProps) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className="plain-table">
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.header} scope="col" {...getAlign(column)}>
              {column.header}
            </th>
          ))}
          {rows.some(({ actions }) => actions !== undefined) && (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells], isTotal, actions }) => (
          <tr key={key} className={isTotal ? 'plain-total' : undefined}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]?.header} {...getAlign(columns[at + 1])}>
                {cell}
              </td>
            ))}
            {actions && (
              <td>
                <span className="row">{actions}</span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Cards = ({ label, caption, columns, rows }: PlainTableProps) => (
  <div tabIndex={0} role="region" aria-label={label}>
    {caption && <p className={styles['plain-caption']}>{caption}</p>}
    <ul className={cardStyles['cards']}>
      {rows.map(({ key, cells: [name, ...cells], actions }) => (
        <li key={key} className={cardStyles['card']}>
          <div className={`${cardStyles['card-head']} ${styles['plain-head']}`}>
            <strong>{name}</strong>
            {actions}
          </div>
          <dl>
            {cells.map((cell, at) => (
              <div key={columns[at + 1]?.header}>
                <dt>{columns[at + 1]?.header}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  </div>
);
