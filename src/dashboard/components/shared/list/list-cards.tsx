import { CardTotals } from './card-totals.js';
import { ToneMark, toCell, toneClass } from './list-cell.js';
import type { ListRowsProps } from './list-table.js';
import { SelectAll, SelectOne } from './list-select.js';
import type { RowBase } from './list-types.js';
import styles from '../../ui/table/cards.module.css';

/** The rows as cards, for phones. */
export function ListCards<Row extends RowBase>({
  rows,
  view,
  label,
  rowTone,
  selection,
  expansion,
  actions,
  totals,
}: ListRowsProps<Row>) {
  const [title, ...factColumns] = view.shownColumns;
  if (!title) return null;
  return (
    <>
      {selection && (
        <label className={styles['select-all']}>
          <SelectAll rows={rows} selection={selection} /> Select all
        </label>
      )}
      <ul data-cards className={styles['cards']} aria-label={label}>
        {rows.map((row) => (
          <li key={row._id} data-card className={`${styles['card']} ${toneClass(rowTone?.(row))}`.trim()}>
            <div className={styles['card-head']}>
              {selection && <SelectOne row={row} selection={selection} />}
              <ToneMark tone={rowTone?.(row)} />
              <strong>{title.cardTitle ? title.cardTitle(row) : toCell(title, row)}</strong>
            </div>
            <dl>
              {factColumns.map((column) => (
                <div key={column.field}>
                  <dt>{column.header}</dt>
                  <dd>{toCell(column, row) || <span className="muted">—</span>}</dd>
                </div>
              ))}
            </dl>
            {expansion?.open.has(row._id) && <div className={styles['card-more']}>{expansion.content(row)}</div>}
            {actions && <div className="row-actions">{actions(row)}</div>}
          </li>
        ))}
      </ul>
      <CardTotals totals={totals} view={view} />
    </>
  );
}
