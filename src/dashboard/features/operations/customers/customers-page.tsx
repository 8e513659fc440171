import { type FormEvent, useId, useState } from 'react';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { orderForm } from '../../../components/shared/record/record-paths.js';
import { Button } from '../../../components/ui/button.js';
import { EmptyState, Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { Menu } from '../../../components/ui/overlay/menu.js';
import { Page } from '../../../components/ui/page.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { useDownload } from '../../../components/ui/use-download.js';
import { day, formatCount, formatDate } from '../../../lib/format.js';
import { download, type Output } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { onlyCurrent, useApi } from '../../../lib/server/use-api.js';
import styles from './customers.module.css';
import { EraseDialog } from './erase-dialog.js';

type Order = Output<'POST /api/customer/find'>['items'][number];

/** Finds the stored data of a customer by name, email, phone or serial number, to download it or erase it for good. */
export function CustomersPage() {
  const [name, setName] = useState('');
  const query = onlyCurrent(useApi('POST /api/customer/find', name === '' ? null : { customer: name }));
  const { data, error, isLoading, isRefreshing, refresh } = query;
  return (
    <Page title="Customer Data">
      <RecordCard title="Find a customer">
        <SearchForm onSearch={setName} />
      </RecordCard>
      {error && (
        <Failure
          error={error}
          pending={isRefreshing}
          hasEarlierData={data !== undefined}
          onRetry={() => void refresh()}
        />
      )}
      {isLoading && <Skeleton lines={4} label="Searching" />}
      {name === '' && <EmptyState text="Find a customer to download what is stored about them, or to erase it." />}
      {name !== '' && data && data.items.length === 0 && (
        <EmptyState text="No order has this customer. Enter the full name, email address, phone number or serial number." />
      )}
      {name !== '' && data && data.items.length > 0 && (
        <FoundOrders key={name} orders={data.items} onErased={() => void refresh()} />
      )}
    </Page>
  );
}

function SearchForm({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form className={styles['search']} role="search" onSubmit={submit}>
      <label htmlFor={id}>Full name, email address, phone number or serial number</label>
      <span className="row">
        <input
          id={id}
          type="text"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button kind="primary" type="submit">
          Find
        </Button>
      </span>
    </form>
  );
}

interface FoundOrdersProps {
  readonly orders: readonly Order[];
  readonly onErased: () => void;
}

function FoundOrders({ orders, onErased }: FoundOrdersProps) {
  const [leftOutIds, setLeftOutIds] = useState<ReadonlySet<string>>(new Set());
  const [erasing, setErasing] = useState(false);
  const { pending, run } = useDownload('Customer data');
  const { timeZone } = useMe();
  const chosenOrders = orders.filter(({ _id }) => !leftOutIds.has(_id));
  const ids = chosenOrders.map(({ _id }) => _id);
  const toggle = (id: string) => {
    const next = new Set(leftOutIds);
    if (!next.delete(id)) next.add(id);
    setLeftOutIds(next);
  };
  const save = (format: 'json' | 'xlsx') =>
    void run(() => download('POST /api/customer/export', { orders: ids, format }));
  return (
    <section aria-label="Orders of the customer">
      <PlainTable
        label="Orders of the customer"
        columns={headers.map((header) => ({ header }))}
        rows={orders.map((order) => ({
          key: order._id,
          cells: [
            <label key="include" className={styles['include']}>
              <input
                type="checkbox"
                aria-label={`Include order ${order.serialNumber}`}
                checked={!leftOutIds.has(order._id)}
                onChange={() => toggle(order._id)}
              />
              <RecordLink href={orderForm('company', order._id)}>{order.serialNumber}</RecordLink>
            </label>,
            ...[order.customer, order.phone, order.email, order.address, day(order.dateOrdered), order.status],
            formatDate(order.erasedAt, timeZone),
          ],
        }))}
      />
      <div className={styles['actions']}>
        <Menu
          label="Download"
          icon="download"
          pending={pending}
          items={[
            { label: 'Excel (.xlsx)', onSelect: () => save('xlsx'), disabledReason: reasonIn(ids) },
            { label: 'JSON', onSelect: () => save('json'), disabledReason: reasonIn(ids) },
          ]}
        />
        <Button kind="danger" disabledReason={reasonIn(ids)} onClick={() => setErasing(true)}>
          {`Erase Customer of ${formatCount(ids.length, 'Order')}…`}
        </Button>
      </div>
      {erasing && (
        <EraseDialog
          orders={ids}
          serials={chosenOrders.map(({ serialNumber }) => serialNumber)}
          onErased={onErased}
          onClose={() => setErasing(false)}
        />
      )}
    </section>
  );
}

const headers = ['Serial Number', 'Customer', 'Phone', 'Email', 'Address', 'Ordered', 'Status', 'Erased'];

const reasonIn = (ids: readonly string[]): string | null => (ids.length === 0 ? 'Include at least one order.' : null);
