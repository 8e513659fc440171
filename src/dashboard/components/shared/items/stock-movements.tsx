import { useState } from 'react';
import { ToggleButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadedContent } from '../../ui/loaded.js';
import { PlainTable } from '../../ui/table/plain-table.js';
import { formatMoment, quantity } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';

interface StockMovementsProps {
  readonly item: string;
  readonly shop: string;
}

/** Stock movements: what changed an item's quantities, loaded on demand. */
export function StockMovements(of: StockMovementsProps) {
  const [open, setOpen] = useState(false);
  return (
    <section className="no-print" aria-label="Stock movements">
      <ToggleButton icon="history" pressed={open} onPressed={setOpen}>
        Stock Movements
      </ToggleButton>
      {open && <Movements {...of} />}
    </section>
  );
}

const columns = [
  { header: 'When' },
  { header: 'Why' },
  { header: 'Who' },
  { header: 'On order', align: 'right' },
  { header: 'Received', align: 'right' },
  { header: 'Current', align: 'right' },
] as const;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `+12 → 30`: the change and the quantity after it; an unchanged quantity has no change. */
function formatMovement(by: number, after: number): string {
  if (by === 0) return quantity(after);
  return `${by > 0 ? '+' : ''}${quantity(by)} → ${quantity(after)}`;
}

function Movements({ item, shop }: StockMovementsProps) {
  const { timeZone } = useMe();
  const query = useApi('GET /api/stock/:id/movements/:item', { id: shop, item, size: 100 });
  return (
    <LoadedContent query={query} lines={4}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState text="No stock movements yet." />
        ) : (
          <>
            <PlainTable
              label="Stock movements"
              columns={columns}
              rows={items.map((row) => ({
                key: row._id,
                cells: [
                  formatMoment(row.at, timeZone),
                  capital(row.why),
                  row.by,
                  formatMovement(row.onOrder, row.after.onOrder),
                  formatMovement(row.received, row.after.received),
                  formatMovement(row.current, row.after.current),
                ],
              }))}
            />
            {total > items.length && (
              <p className="muted">
                Showing the newest {items.length} of {total} movements.
              </p>
            )}
          </>
        )
      }
    </LoadedContent>
  );
}
