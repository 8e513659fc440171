import { isValidElement, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.js';
import { Money } from '../money.js';
import { StatusTag } from '../status-tag.js';
import { CardTotals } from './card-totals.js';
import { ToneMark, toCell, toneClass } from './list-cell.js';
import { SelectAll, SelectOne } from './list-select.js';
import type { ListRowsProps, Opening } from './list-table.js';
import type { ColumnDef, RowBase } from './list-types.js';
import cards from '../../ui/table/cards.module.css';
import styles from './rows.module.css';

interface LinesProps<Row extends RowBase> extends ListRowsProps<Row> {
  readonly opening: Opening<Row>;
}

/**
 * The columns that a line shows: the key figure on the right; below it, those that make sense without their header, so
 * of the other figures only those with a text of their own. The column that names the row is its title, so it is
 * repeated below only if it adds a fact.
 */
export function toLine<Row>(columns: readonly ColumnDef<Row>[]) {
  const nameColumn = columns.find(({ fixed }) => fixed) ?? columns[0];
  const factColumns = columns.filter(
    (column) => column.fact !== null && (column !== nameColumn || column.fact !== undefined),
  );
  const figure = factColumns.find(({ key }) => key) ?? factColumns.findLast(({ align }) => align === 'right');
  const isFact = (column: ColumnDef<Row>) =>
    column !== figure && (column.align !== 'right' || column.fact !== undefined);
  return { figure, facts: factColumns.filter(isFact) };
}

/** The part of a cell that a line can show: texts, amounts and statuses, but no controls. */
const ownKinds: ReadonlySet<unknown> = new Set([Money, StatusTag, 'time']);

function toFact<Row extends RowBase>(column: ColumnDef<Row>, row: Row): ReactNode {
  const cell = column.fact ? column.fact(row) : toCell(column, row);
  if (typeof cell === 'string') return nameFact(column.header, cell);
  return column.fact || !isValidElement(cell) || ownKinds.has(cell.type) ? cell : null;
}

const BARE_NUMBER = /^[-−]?\d[\d,]*(?:\.\d+)?%?$/;

/** A text as it makes sense without the column's header: a number after its name, a Yes as the name, a No not at all. */
export function nameFact(header: string, text: string): string {
  if (text === 'Yes') return header;
  if (text === 'No') return '';
  return BARE_NUMBER.test(text) ? `${header} ${text}` : text;
}

/** The rows as lines, for phones: name and key figure, other facts below. A tap opens the row's preview. */
export function ListLines<Row extends RowBase>({
  rows,
  view,
  label,
  rowTone,
  selection,
  totals,
  opening,
}: LinesProps<Row>) {
  const { figure, facts } = toLine(view.shownColumns);
  return (
    <>
      {selection && (
        <label className={cards['select-all']}>
          <SelectAll rows={rows} selection={selection} /> Select all
        </label>
      )}
      <ul data-cards className={styles['lines']} aria-label={label}>
        {rows.map((row) => (
          <li key={row._id} data-card className={`${styles['line']} ${toneClass(rowTone?.(row))}`.trim()}>
            {selection && <SelectOne row={row} selection={selection} />}
            <button type="button" data-row={row._id} className={styles['line-face']} onClick={() => opening.open(row)}>
              <span className={styles['line-title']}>
                <span>
                  <ToneMark tone={rowTone?.(row)} />
                  <strong>{opening.name(row)}</strong>
                </span>
              </span>
              {figure && <span className={styles['line-figure']}>{toFact(figure, row)}</span>}
              <span className={styles['line-facts']}>
                {facts.map((column) => (
                  <span key={column.field}>{toFact(column, row)}</span>
                ))}
              </span>
              <Icon name="right" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <CardTotals totals={totals} view={view} />
    </>
  );
}
