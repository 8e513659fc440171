import { useState } from 'react';
import { ActionButton } from '../../components/button.js';
import { useConfirm } from '../../components/confirm.js';
import { DataList } from '../../components/data-list.js';
import { FigureTable } from '../../components/figure-table.js';
import { FileDrop } from '../../components/file-drop.js';
import { ConflictDialog } from '../../components/conflict-dialog.js';
import { HistoryPanel } from '../../components/history-panel.js';
import {
  CheckField,
  DateField,
  MoneyField,
  PercentField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../components/form/fields.js';
import { Form } from '../../components/form/form.js';
import { useEditForm } from '../../components/form/use-edit-form.js';
import type { ColumnDef } from '../../components/list-types.js';
import { Menu } from '../../components/menu.js';
import { Money } from '../../components/money.js';
import { Page } from '../../components/page.js';
import { StatusTag } from '../../components/status-tag.js';
import { ChartFigure } from '../../components/chart-figure.js';
import { money, percent } from '../../lib/format.js';
import { Tabs } from '../../components/tabs.js';
import { useToast } from '../../components/toast.js';
import { countHeading, day } from '../../lib/format.js';
import { useListState } from '../../lib/use-list-state.js';

interface Row {
  readonly _id: string;
  readonly serialNumber: string;
  readonly dateOrdered: string;
  readonly dealer: string;
  readonly status: string;
  readonly amount: number;
  readonly alerts: number;
}
const statuses = ['New', 'InQueue', 'Building', 'On Hold', 'Finished', 'Invoiced', 'Canceled'];
const all: Row[] = Array.from({ length: 640 }, (_, n) => ({
  _id: `id-${n}`,
  serialNumber: `16-22${String(n).padStart(4, '0')}-AB`,
  dateOrdered: `2026-0${(n % 9) + 1}-1${n % 9}`,
  dealer: ['Hilltop Sheds', 'Prairie Barns', 'Lakeside Portable Buildings'][n % 3] ?? '',
  status: statuses[n % 7] ?? '',
  amount: ((n * 7919) % 900000) / 100 - 500,
  alerts: n % 6 === 2 ? 1 : 0,
}));
const columns: readonly ColumnDef<Row>[] = [
  {
    field: 'serialNumber',
    header: 'Serial #',
    sortable: true,
    fixed: true,
    body: (row) => <a href={`#${row._id}`}>{row.serialNumber}</a>,
  },
  { field: 'dateOrdered', header: 'Ordered', sortable: true, body: (row) => day(row.dateOrdered) },
  { field: 'dealer', header: 'Dealer', sortable: true },
  { field: 'status', header: 'Status', body: (row) => <StatusTag of="order" status={row.status} /> },
  {
    field: 'amount',
    header: 'Shop total',
    align: 'right',
    sortable: true,
    body: (row) => <Money value={row.amount} />,
  },
];
export function SampleList() {
  const list = useListState({
    sorts: ['serialNumber', 'dateOrdered', 'dealer', 'amount'],
    sort: 'serialNumber',
    size: 200,
    filters: { status: '' },
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const confirm = useConfirm();
  const toast = useToast();
  const rows = all.filter(
    (r) => r.serialNumber.includes(list.search) && (!list.filters.status || r.status === list.filters.status),
  );
  const key = (list.sort ?? 'serialNumber').replace('-', '') as keyof Row;
  rows.sort((a, b) => (a[key] < b[key] ? -1 : 1) * (list.sort?.startsWith('-') ? -1 : 1));
  const items = rows.slice((list.page - 1) * list.size, list.page * list.size);
  const query = {
    data: { items, total: rows.length },
    error: undefined,
    isLoading: false,
    isRefreshing: false,
    refresh: () => Promise.resolve(),
  };
  return (
    <Page
      title="InQueue orders"
      heading={countHeading(rows.length, 'InQueue Order')}
      actions={
        <ActionButton
          permission="orders.push"
          kind="primary"
          onClick={() => toast.success('Orders are updated to InQueue')}
        >
          Push To Shops
        </ActionButton>
      }
    >
      <DataList
        name="sample"
        label="InQueue orders"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Order Search by Serial #...' }}
        filters={
          <label>
            Status{' '}
            <select
              value={list.filters.status}
              onChange={(event) => list.set({ filters: { status: event.target.value } })}
            >
              <option value="">All</option>
              {statuses.map((s) => (
                <option key={s}>{s}</option>
              ))}
            </select>
          </label>
        }
        pageSizes={[10, 50, 100, 200]}
        rowTone={(row) => (row.alerts > 0 ? 'alert' : undefined)}
        selection={{ selected, onChange: setSelected, nameOf: (row) => row.serialNumber }}
        bulk={
          <ActionButton permission="payments.write" small>
            Create Payment
          </ActionButton>
        }
        actions={(row) => (
          <>
            <Menu
              small
              label="Change Status"
              items={[
                {
                  label: 'On Hold',
                  onSelect: () =>
                    void confirm({ message: 'Change status to On Hold?', record: row.serialNumber }).then((yes) =>
                      toast.info(String(yes)),
                    ),
                },
                {
                  label: 'Building',
                  onSelect: () => toast.error('Order permission denied'),
                  disabledReason: 'It is on hold',
                },
              ]}
            />
            <a className="btn btn-secondary" href="#view">
              View
            </a>
          </>
        )}
        totals={{ amount: <Money value={rows.reduce((sum, row) => sum + row.amount, 0)} /> }}
        onExport={() => Promise.reject(new Error('no such export'))}
        empty="No orders are in the queue."
      />
    </Page>
  );
}
export function SampleForm() {
  const toast = useToast();
  const [conflict, setConflict] = useState(false);
  const form = useEditForm({
    defaultValues: {
      serialNumber: '16-2211',
      customer: '',
      price: 1234.5 as number | null,
      percent: 61.25,
      ordered: '2026-03-02',
      color: 'red',
      metal: true,
      memo: '',
    },
  });
  return (
    <Page
      title="Order"
      heading="Order 16-2211"
      aside={<StatusTag of="order" status="Building" />}
      back="/company/home"
      actions={
        <ActionButton permission="orders.delete" kind="danger" onClick={() => setConflict(true)}>
          Delete Order
        </ActionButton>
      }
    >
      {conflict && (
        <ConflictDialog
          what="Order 16-2211"
          mine={{ a: 'Red', b: 12 }}
          theirs={{ a: 'Blue', b: 14 }}
          fields={{ a: 'Roof color', b: 'Price' }}
          onKeep={() => setConflict(false)}
          onTakeTheirs={() => setConflict(false)}
          onClose={() => setConflict(false)}
        />
      )}
      <Form
        form={form}
        onSubmit={() => Promise.resolve(toast.success('16-2211 is updated.'))}
        save={{ permission: 'orders.edit' }}
      >
        <div className="form-grid">
          <fieldset className="form-group">
            <legend>Order</legend>
            <TextField name="serialNumber" label="Serial number" readOnly required />
            <TextField name="customer" label="Customer" required />
            <DateField name="ordered" label="Ordered" required />
            <SelectField
              name="color"
              label="Roof color"
              options={[
                { value: 'red', label: 'Red' },
                { value: 'blue', label: 'Blue' },
              ]}
            />
          </fieldset>
          <fieldset className="form-group">
            <legend>Money</legend>
            <MoneyField name="price" label="Price" required min={0} />
            <PercentField name="percent" label="Shop percent" disabledReason="The order is Invoiced" />
            <CheckField name="metal" label="Metal ordered" />
            <TextAreaField name="memo" label="Memo" />
          </fieldset>
        </div>
      </Form>
      <ChartFigure
        title="Payment trend"
        type="line"
        labelsTitle="Payment date"
        labels={['09/04/2026', '10/02/2026', '11/06/2026']}
        series={[
          { label: 'Total amount', values: [12000, 14000, 9000], format: money },
          { label: 'Gross profit', values: [15.2, 18, 12.5], format: percent, axis: 'right' },
        ]}
      />
      <Tabs
        label="More"
        tabs={[
          {
            id: 'f',
            label: 'Figures',
            content: (
              <FigureTable
                caption="Totals"
                columns={[
                  { key: 's', label: 'Shop' },
                  { key: 'c', label: 'Company' },
                ]}
                onExplain={() => undefined}
                groups={[
                  {
                    title: 'Sale',
                    rows: [
                      { id: 'a', label: 'Sub total', values: { s: 1234.5, c: 2000 }, weight: 'subtotal' },
                      { id: 'b', label: 'Adjustment', values: { s: -20, c: null } },
                      { id: 't', label: 'Grand total', values: { s: 1214.5, c: 2000 }, weight: 'total' },
                      { id: 'g', label: 'Gross profit', values: { s: 0.1534, c: -0.02 }, kind: 'fraction' },
                    ],
                  },
                ]}
              />
            ),
          },
          {
            id: 'h',
            label: 'History',
            content: (
              <HistoryPanel
                entries={[
                  {
                    at: '2026-03-02T20:00:00Z',
                    by: 'Ann',
                    via: 'web',
                    action: 'change order',
                    changes: [{ field: 'roofColor', from: 'Red', to: 'Blue' }],
                  },
                ]}
              />
            ),
          },
          {
            id: 'u',
            label: 'Upload',
            content: <FileDrop label="Orders file" accept={['.json']} onFiles={(f) => toast.info(f[0]?.name ?? '')} />,
          },
        ]}
      />
    </Page>
  );
}
