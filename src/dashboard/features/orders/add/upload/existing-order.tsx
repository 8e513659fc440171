import { Money } from '../../../../components/shared/money.js';
import { StatusTag } from '../../../../components/shared/status-tag.js';
import { Facts } from '../../../../components/ui/facts.js';
import { day, money } from '../../../../lib/format.js';
import type { ImportRow } from './use-order-upload.js';

type OrderFacts = NonNullable<ImportRow['existing']>;
type Difference = OrderFacts['differences'][number];

/** The existing order: what a list shows of it, and the changes the uploaded order would make. */
export const ExistingOrder = ({ order }: { order: OrderFacts }) => (
  <>
    <Facts
      label="Existing order"
      facts={[
        ['Customer', order.customer],
        ['Model and size', order.model],
        ['Shop', order.shop ?? 'No shop'],
        ['Ordered', day(order.dateOrdered)],
        ['Status', <StatusTag key="status" of="order" status={order.status} />],
        ['Builder', order.builder ?? 'No builder'],
        ['Company total', <Money key="total" value={order.total} />],
      ]}
    />
    {order.differences.length === 0 ? (
      <p className="muted">The order in the file is identical.</p>
    ) : (
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Differences">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Difference</th>
              <th scope="col">Existing order</th>
              <th scope="col">Order in the file</th>
            </tr>
          </thead>
          <tbody>
            {order.differences.map((difference) => (
              <tr key={difference.column}>
                <th scope="row">{difference.column.replace('_', ' ')}</th>
                <td>{format(difference, difference.before)}</td>
                <td>{format(difference, difference.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </>
);

const format = ({ column }: Difference, value: Difference['before']): string =>
  value === null ? '–' : column === 'Base_Price' ? money(Number(value)) : String(value);
