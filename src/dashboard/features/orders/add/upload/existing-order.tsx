import { StatusTag } from '../../../../components/shared/status-tag.js';
import { money } from '../../../../lib/format.js';
import type { ImportRow } from './use-order-upload.js';

type OrderFacts = NonNullable<ImportRow['existing']>;
type Difference = OrderFacts['differences'][number];

/** The existing order: its status, its shop, and the changes the uploaded order would make. */
export const ExistingOrder = ({ order: { status, shop, builder, differences } }: { order: OrderFacts }) => (
  <>
    <p className="row">
      <StatusTag of="order" status={status} />
      <span>
        {shop ?? 'No shop'}, {builder ? `builder ${builder}` : 'no builder'}
      </span>
    </p>
    {differences.length === 0 ? (
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
            {differences.map((difference) => (
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
