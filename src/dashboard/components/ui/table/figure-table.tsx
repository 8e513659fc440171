import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { fraction, money, percent } from '../../../lib/format.js';
import styles from './figure-table.module.css';

export interface FigureColumn {
  readonly key: string;
  readonly label: string;
}

export interface FigureRow {
  readonly id: string;
  readonly label: string;
  /** One figure per column key; missing figures show as a dash, texts as they are. */
  readonly values: Readonly<Record<string, number | string | null | undefined>>;
  /** Dollars by default, else a percent (61.25) or a fraction (0.1534). */
  readonly kind?: 'money' | 'percent' | 'fraction';
  readonly weight?: 'subtotal' | 'total';
}

export interface FigureGroup {
  readonly title?: string;
  readonly rows: readonly FigureRow[];
}

interface FigureTableProps {
  readonly caption: string;
  readonly columns: readonly FigureColumn[];
  readonly groups: readonly FigureGroup[];
  /** Makes every figure a button that explains it; the explanation opens beside the button. */
  readonly onExplain?: (rowId: string, column: string, button: HTMLElement) => void;
}

/**
 * Figures side by side, one column per view: groups, sub-totals, totals below a rule, losses in red with a minus sign.
 */
export function FigureTable({ caption, columns, groups, onExplain }: FigureTableProps) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={`${caption}, figures`}>
      <table className="figures">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }, at) => (
          <tbody key={title ?? at}>
            {title && (
              <tr className={styles['figures-group']}>
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {title}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <Row key={row.id} row={row} columns={columns} onExplain={onExplain} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type RowProps = Pick<FigureTableProps, 'columns'> & {
  readonly row: FigureRow;
  readonly onExplain: FigureTableProps['onExplain'] | undefined;
};

const formats = { money, percent, fraction } as const;

function Row({ row, columns, onExplain }: RowProps) {
  const format = formats[row.kind ?? 'money'];
  return (
    <tr className={row.weight ? `figures-${row.weight}` : undefined}>
      <th scope="row">{row.label}</th>
      {columns.map(({ key, label }) => {
        const value = row.values[key];
        const text = typeof value === 'number' ? format(value) : (value ?? NO_VALUE);
        const explain =
          onExplain && typeof value === 'number' ? (button: HTMLElement) => onExplain(row.id, key, button) : null;
        return (
          <td key={key} className={typeof value === 'number' && value < 0 ? 'loss' : undefined}>
            {explain ? (
              <button
                type="button"
                className="figure-button"
                aria-label={`${text}: explain ${row.label}, ${label}`}
                onClick={(event) => explain(event.currentTarget)}
              >
                {text}
              </button>
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
}
