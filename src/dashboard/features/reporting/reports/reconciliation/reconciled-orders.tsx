import { useState } from 'react';
import { Money } from '../../../../components/shared/money.js';
import { RecordLink } from '../../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../../components/shared/status-tag.js';
import { Button } from '../../../../components/ui/button.js';
import { EmptyState } from '../../../../components/ui/empty-state.js';
import { LoadedContent } from '../../../../components/ui/loaded.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { PlainTable } from '../../../../components/ui/table/plain-table.js';
import { count, countHeading, day } from '../../../../lib/format.js';
import type { Input, Output } from '../../../../lib/server/api.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { toNames } from './reconciliation-columns.js';

type Order = Output<'POST /api/orders/report/reconciliation/orders'>['items'][number];

const SIZE = 100;

interface ReconciledOrdersProps {
  readonly title: string;
  readonly request: Input<'POST /api/orders/report/reconciliation/orders'>;
  readonly onClose: () => void;
}

/** The orders of a figure in the source and here, with the differences. */
export function ReconciledOrders({ title, request, onClose }: ReconciledOrdersProps) {
  const [page, setPage] = useState(1);
  const query = useApi('POST /api/orders/report/reconciliation/orders', { ...request, page, size: SIZE });
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <LoadedContent query={query}>
        {({ items, total }) => (
          <>
            <div className="row">
              <span className="muted" role="status">
                {countHeading(total, 'Order')}
                {total > SIZE && `, ${count((page - 1) * SIZE + 1)}–${count((page - 1) * SIZE + items.length)}`}
              </span>
              {total > SIZE && <Steps page={page} pages={Math.ceil(total / SIZE)} onPage={setPage} />}
            </div>
            {total === 0 ? (
              <EmptyState text="No orders." />
            ) : (
              <PlainTable label={title} columns={columns} rows={items.map(toCells)} />
            )}
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}

function Steps({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const step = (name: string, icon: 'left' | 'right', target: number) => (
    <Button
      kind="text"
      icon={icon}
      iconOnly
      disabledReason={target < 1 || target > pages ? 'No more pages' : null}
      onClick={() => onPage(target)}
    >
      {name}
    </Button>
  );
  return (
    <>
      {step('Previous page', 'left', page - 1)}
      {step('Next page', 'right', page + 1)}
    </>
  );
}

const columns = [
  { header: 'Serial Number' },
  { header: 'Status' },
  { header: 'Ordered' },
  { header: 'Source' },
  { header: 'Shop' },
  { header: 'Theirs', align: 'right' },
  { header: 'Ours', align: 'right' },
  { header: 'Differences' },
] as const;

function toCells(line: Order) {
  const { _id, serialNumber, externalId, order, theirs, ours, why } = line;
  const { source, shop } = toNames(line);
  const name = serialNumber ?? externalId ?? 'No serial number';
  return {
    key: _id,
    cells: [
      order ? (
        <RecordLink key="serial" href={`/company/order/form?id=${order._id}`}>
          {name}
        </RecordLink>
      ) : (
        name
      ),
      order ? <StatusTag key="status" of="order" status={order.status} /> : 'Not here',
      day(line.day),
      source,
      shop,
      theirs === null ? '—' : <Money key="theirs" value={theirs} />,
      ours === null ? '—' : <Money key="ours" value={ours} />,
      why || 'Nothing',
    ],
  };
}
