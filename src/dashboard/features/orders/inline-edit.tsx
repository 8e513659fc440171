import { useRef, useState } from 'react';
import { useCan } from '../../lib/session.js';
import type { Output } from '../../lib/api.js';
import type { ChangeOrder, OrderRow } from './use-order-change.js';

export type Builder = Output<'GET /api/users/builders'>['items'][number];

interface EditProps {
  readonly row: OrderRow;
  readonly change: ChangeOrder;
}

/** A value that shows at once what was chosen; when it could not be saved, what is stored shows again. */
function useInlineEdit<T>(stored: T, save: (value: T) => Promise<unknown>): [T, (value: T) => void] {
  const [wanted, setWanted] = useState<{ readonly value: T } | null>(null);
  const last = useRef(0);
  const edit = (value: T) => {
    last.current += 1;
    const mine = last.current;
    setWanted({ value });
    void save(value).finally(() => mine === last.current && setWanted(null));
  };
  return [wanted ? wanted.value : stored, edit];
}

const locked = (row: OrderRow): string | null =>
  row.status === 'Invoiced' || row.status === 'Canceled' ? `The order is ${row.status}` : null;

/** Whether the metal is ordered; saved when ticked. */
export function MetalOrdered({ row, change }: EditProps) {
  const { reason } = useCan('orders.edit-shop-part', { write: true });
  const [checked, edit] = useInlineEdit(row.metalOrdered, (metalOrdered) => change(row, { metalOrdered }));
  const why = reason ?? locked(row);
  return (
    <input
      type="checkbox"
      checked={checked}
      disabled={why !== null}
      title={why ?? undefined}
      aria-label={`Metal ordered for ${row.serialNumber}`}
      onChange={(event) => edit(event.target.checked)}
    />
  );
}

/** Who builds the order; saved when chosen. */
export function BuilderSelect({ row, change, builders }: EditProps & { builders: readonly Builder[] }) {
  const { reason } = useCan('orders.edit-shop-part', { write: true });
  const [chosen, edit] = useInlineEdit(row.builder?._id ?? '', (id) => change(row, { builder: id || null }));
  const why = reason ?? locked(row);
  const known = builders.some(({ _id }) => _id === row.builder?._id);
  return (
    <select
      className="builder-select"
      value={chosen}
      disabled={why !== null}
      title={why ?? undefined}
      aria-label={`Builder of ${row.serialNumber}`}
      onChange={(event) => edit(event.target.value)}
    >
      <option value="">No builder</option>
      {row.builder && !known && <option value={row.builder._id}>{row.builder.name}</option>}
      {builders.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  );
}
