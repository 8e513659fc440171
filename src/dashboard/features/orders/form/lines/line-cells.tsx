import { COST_UNKNOWN } from '../../../../../domain/pricing/unknown-cost.js';
import { NumberField } from '../../../../components/ui/form/fields.js';
import { fraction, money } from '../../../../lib/format.js';
import { useExplain } from '../figures/explain-popover.js';
import type { PricedLine } from '../../../../components/shared/orders/figure-rows.js';
import type { LineColumn } from './line-columns.js';
import type { LineKind } from '../figures/live-case.js';
import type { ListName } from '../figures/live-figures.js';
import styles from './lines.module.css';

interface NumberCellProps {
  readonly name: string;
  readonly label: string;
  /** The heading of the cell when the table is shown as cards. */
  readonly heading: string;
  readonly value: number | null;
  /** Whether it can be edited; shown as text otherwise. */
  readonly isEditable: boolean;
  readonly readOnly: boolean;
  readonly kind: 'quantity' | 'price' | 'percent' | 'cost';
  readonly max?: number;
  readonly placeholder?: string;
}

const LIMIT = 9_999_999.99;
const shapes = {
  quantity: { decimals: 0, keep: 4, min: 0, max: 99_999.9999 },
  price: { decimals: 2, keep: 4, min: -LIMIT, max: LIMIT, prefix: '$' },
  percent: { decimals: 2, keep: 4, min: 0, max: 1000, suffix: '%' },
  cost: { decimals: 2, min: -LIMIT, max: LIMIT, prefix: '$' },
} as const;

/** A number of a line: an input if it can be edited, otherwise text. */
export function NumberCell({ name, label, heading, value, isEditable, readOnly, kind, ...more }: NumberCellProps) {
  return (
    <td data-heading={heading}>
      {isEditable ? (
        <NumberField
          name={name}
          label={label}
          className={styles['in-cell']}
          readOnly={readOnly}
          required={kind !== 'cost'}
          {...shapes[kind]}
          {...more}
        />
      ) : (
        formatText(value, kind)
      )}
    </td>
  );
}

function formatText(value: number | null, kind: NumberCellProps['kind']): string {
  if (value === null) return '—';
  if (kind === 'quantity') return String(value);
  return kind === 'percent' ? `${value}%` : money(value);
}

interface FigureCellProps {
  readonly list: ListName;
  readonly at: number;
  readonly column: LineColumn;
  readonly line: PricedLine | undefined;
  readonly kind: LineKind | undefined;
  readonly name: string;
}

/** A figure of a line, with its explanation if there is one. */
export function FigureCell({ list, at, column: { key, view, label }, line, kind, name }: FigureCellProps) {
  const explain = useExplain();
  const value = line?.[key]?.[view];
  const isCost = key !== 'totalSalePrice';
  const isHidden = key === 'profitPercent' && (line?.totalSalePrice?.shop ?? 0) < 0;
  const isUnknown = isCost && !!line?.isUncosted;
  const isKnown = typeof value === 'number' && !isHidden && !isUnknown && !(isCost && kind?.unpriced);
  const text = isUnknown
    ? COST_UNKNOWN
    : isCost && kind?.unpriced
      ? 'after you save'
      : isKnown
        ? (key === 'profitPercent' ? fraction : money)(value)
        : '—';
  return (
    <td data-heading={label} className={isKnown && value < 0 ? 'loss' : undefined}>
      {explain && isKnown ? (
        <button
          type="button"
          className="figure-button"
          aria-label={`${text}: explain ${label} of ${name}`}
          onClick={(event) => explain(`${list}[${at}].${key}`, view, event.currentTarget)}
        >
          {text}
        </button>
      ) : (
        text
      )}
    </td>
  );
}
