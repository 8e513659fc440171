import type { ComboboxProps } from '../../components/ui/form/combobox/combobox.js';
import { useCan, useMe } from '../../lib/server/session.js';
import type { Output } from '../../lib/server/api.js';
import { changeOrder, type OrderRow } from './change-order.js';
import { describeLock } from '../../components/shared/orders/order-status.js';
import { loadLazily } from '../../components/ui/load-lazily.js';
import styles from './orders.module.css';

/** The office's lists hide the builder. If the code cannot be loaded, the builder is a text. */
const Select = loadLazily<ComboboxProps>(() =>
  import('../../components/ui/form/inputs/select.js').then((m) => m.Select).catch(() => ChosenOption),
);

const ChosenOption = ({ options, value, none }: ComboboxProps) => (
  <span>{options.find((option) => option.value === value)?.label ?? none}</span>
);

export type Builder = Output<'GET /api/users/builders'>['items'][number];

interface EditProps {
  readonly row: OrderRow;
}

function useLock(row: OrderRow): string | null {
  const { reason } = useCan('orders.edit-shop-part', { write: true });
  const me = useMe();
  return reason ?? describeLock(row, me.shop !== null);
}

/** Whether the metal is ordered; saved immediately. */
export function MetalOrdered({ row }: EditProps) {
  const why = useLock(row);
  return (
    <input
      type="checkbox"
      checked={row.metalOrdered}
      disabled={why !== null}
      title={why ?? undefined}
      aria-label={`Metal ordered for ${row.serialNumber}`}
      onChange={(event) => changeOrder(row, { metalOrdered: event.target.checked })}
    />
  );
}

/** The builder of the order; saved immediately. */
export function BuilderSelect({ row, builders }: EditProps & { builders: readonly Builder[] }) {
  const why = useLock(row);
  const isKnown = builders.some(({ _id }) => _id === row.builder?._id);
  const choices = row.builder && !isKnown ? [row.builder, ...builders] : builders;
  return (
    <Select
      meanwhile={<span>{row.builder?.name ?? 'No builder'}</span>}
      className={styles['builder-select']}
      label={`Builder for ${row.serialNumber}`}
      none="No builder"
      options={choices.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={row.builder?._id ?? ''}
      disabled={why !== null}
      title={why ?? undefined}
      onChange={(builder) => changeOrder(row, { builder: builder || null })}
    />
  );
}
