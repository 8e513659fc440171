import { Money } from '../../../../components/shared/money.js';
import { count } from '../../../../lib/format.js';
import type { Output } from '../../../../lib/server/api.js';
import reportStyles from '../reports.module.css';
import styles from './reconciliation.module.css';

export type Reconciliation = Output<'POST /api/orders/report/reconciliation'>;
export type Row = Reconciliation['rows'][number];
export type Figure = keyof Reconciliation['totals'];

/** The labels of the figures. */
export const figureLabels = {
  theirs: 'Theirs',
  ours: 'Ours',
  missingHere: 'Missing Here',
  missingThere: 'Missing in Source',
  differing: 'Differing',
} as const satisfies Record<Figure, string>;

/** The figures that are differences and should all be zero. */
const differences = ['missingHere', 'missingThere', 'differing'] as const satisfies readonly Figure[];

/** How many differences a row or the totals have. */
export const countDifferences = (sums: Readonly<Record<Figure, { readonly count: number }>>): number =>
  differences.reduce((sum, name) => sum + sums[name].count, 0);

interface FigureCellProps {
  readonly figure: Figure;
  readonly sum: Row[Figure];
  readonly onOpen: (figure: Figure) => void;
}

/** The number of orders and their total, as a button that opens them. */
export const FigureCell = ({ figure, sum, onOpen }: FigureCellProps) =>
  sum.count === 0 ? (
    <span className="muted">—</span>
  ) : (
    <span className={styles['figure']}>
      <button type="button" className={reportStyles['report-figure']} onClick={() => onOpen(figure)}>
        {count(sum.count)}
        <span className="sr-only"> {figureLabels[figure]}: show the orders</span>
      </button>
      <Money value={sum.amount} />
    </span>
  );
