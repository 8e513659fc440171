import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { NumberInput } from '../../../components/ui/form/inputs/number-input.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { Section } from '../../../components/ui/section.js';
import { count, formatCount, money, quantity } from '../../../lib/format.js';
import {
  type DemandGroup as Group,
  type DemandRow,
  getOrderPoint,
  orderRefusal,
  toOrder,
  type TypedQuantities,
  toValue,
} from './demand-values.js';

interface DemandGroupProps extends Group {
  readonly typedQuantities: TypedQuantities;
  readonly onTyped: (item: string, value: number | null) => void;
  readonly onOpen: (item: DemandRow) => void;
  readonly readOnly: boolean;
  /** Next to the heading. */
  readonly actions?: ReactNode;
}

/** How many items a group shows before "show all". */
const FIRST = 60;

const columns = [
  { header: 'Item' },
  { header: 'Needed', align: 'right' },
  { header: 'Current', align: 'right' },
  { header: 'Received', align: 'right' },
  { header: 'On order', align: 'right' },
  { header: 'Drafted', align: 'right' },
  { header: 'Short', align: 'right' },
  { header: 'Order point', align: 'right' },
  { header: 'Full point', align: 'right' },
  { header: 'To order', align: 'right' },
] as const;

/** What to order from a vendor; an item's name opens the orders that need it. */
export function DemandGroup({ vendor, rows, actions, typedQuantities, ...row }: DemandGroupProps) {
  const [all, setAll] = useState(false);
  const visibleRows = all ? rows : rows.slice(0, FIRST);
  const title = vendor?.name ?? 'No vendor';
  return (
    <Section
      title={title}
      actions={
        <span className="row">
          <span className="muted">
            {formatCount(rows.length, 'item')}, {money(toValue(rows, typedQuantities))}
          </span>
          {actions}
        </span>
      }
    >
      <PlainTable
        label={`To order: ${title}`}
        columns={columns}
        rows={visibleRows.map((item) => ({ key: item._id, cells: toCells(item, typedQuantities, row) }))}
      />
      {visibleRows.length < rows.length && (
        <Button onClick={() => setAll(true)}>{`Show all ${count(rows.length)} items`}</Button>
      )}
    </Section>
  );
}

type RowProps = Pick<DemandGroupProps, 'onTyped' | 'onOpen' | 'readOnly'>;

function toCells(item: DemandRow, quantities: TypedQuantities, { onTyped, onOpen, readOnly }: RowProps): ReactNode[] {
  const orderedQuantity = toOrder(item, quantities);
  return [
    <button key="item" type="button" className="link" onClick={() => onOpen(item)}>
      {item.name}
    </button>,
    quantity(item.needed),
    quantity(item.current),
    quantity(item.received),
    quantity(item.onOrder),
    quantity(item.drafted),
    item.short > 0 ? <strong key="short">{quantity(item.short)}</strong> : '',
    quantity(getOrderPoint(item)),
    quantity(item.fullPoint),
    <span key="order">
      <NumberInput
        aria-label={`To order ${item.name}`}
        value={orderedQuantity}
        onChange={(value) => onTyped(item._id, value)}
        aria-invalid={orderRefusal(item, quantities) !== null || undefined}
        min={0}
        step={item.pack ?? 1}
        readOnly={readOnly}
      />
      {item.pack !== null && <span className="muted"> packs of {quantity(item.pack)}</span>}
    </span>,
  ];
}
