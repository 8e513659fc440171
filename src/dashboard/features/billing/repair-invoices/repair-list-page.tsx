import { type ComponentType, useState } from 'react';
import { nextStep } from '../../../../domain/billing/repair-invoices/rules.js';
import type { RepairStatus, RepairType } from '../../../../domain/billing/repair-invoices/status.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { day } from '../../../lib/format.js';
import type { Side } from '../../../lib/use-side.js';
import { CreateRepairDialog } from './create-repair-dialog.js';
import { MarkPaidDialog } from './mark-paid-dialog.js';
import { type RepairRow } from './repair-types.js';
import { repairForm } from '../../../components/shared/record/record-paths.js';
import { type RepairActions, useRepairActions } from './use-repair-actions.js';
import { useRepairApproval } from './use-repair-approval.js';
import { useRepairPayment } from './use-repair-payment.js';
import { useRepairs } from './use-repairs.js';

type Column = ColumnDef<RepairRow>;

const shop: Column = { field: 'shop', header: 'Shop', sortable: true, body: (row) => row.shop.name };
const number: Column = { field: 'invoiceNumber', header: 'Invoice Number', sortable: true, fixed: true };
const date: Column = {
  field: 'invoicedDate',
  header: 'Invoiced Date',
  sortable: true,
  body: (row) => day(row.invoicedDate),
};
const type: Column = { field: 'type', header: 'Type' };
const status: Column = {
  field: 'status',
  header: 'Status',
  body: (row) => <StatusTag of="invoice" status={row.status} />,
};
const amount: Column = {
  field: 'amount',
  header: 'Amount',
  sortable: true,
  align: 'right',
  body: (row) => <Money value={row.invoiceTotal} />,
};

function toColumns(side: Side, everywhere: boolean): Column[] {
  const first = side === 'company' ? [shop, number, date] : [number, date];
  if (!everywhere) return [...first, amount];
  return [...first, type, status, amount].map((column) => ({ ...column, sortable: false }));
}

const empties: Readonly<Record<RepairStatus, string>> = {
  New: 'No invoices are waiting for approval.',
  Approved: 'No invoices are waiting for payment.',
  Paid: 'No invoices have been paid yet.',
};

/** Creates the screen that lists a side's repair or driver invoices of a status. */
export const repairListPage = (side: Side, of: RepairType, at: RepairStatus): ComponentType =>
  function RepairListPage() {
    return <RepairList side={side} type={of} status={at} />;
  };

interface ListProps {
  readonly side: Side;
  readonly type: RepairType;
  readonly status: RepairStatus;
}

function RepairList({ side, type: of, status: at }: ListProps) {
  const { list, query, everywhere, heading, total, search, onExport } = useRepairs(of, at);
  const actions = useRepairActions();
  const [creating, setCreating] = useState(false);
  const [marking, setMarking] = useState<RepairRow | null>(null);
  const approving = useRepairApproval(side === 'company' && at === 'New', query.data?.items ?? []);
  const paying = useRepairPayment(side === 'company' && at === 'Approved', query.data?.items ?? []);
  const create =
    side === 'shop' && of === 'Driver' && at === 'New'
      ? 'Create Invoice for Driver Block Compensation'
      : 'Create Invoice';
  return (
    <Page
      title={`${at} ${of.toLowerCase()} invoices`}
      heading={heading}
      aside={<span className="muted">{of} invoices</span>}
      actions={
        <>
          {paying.button}
          <ActionButton
            permission="repairs.write"
            {...(paying.button ? {} : { kind: 'primary' as const })}
            onClick={() => setCreating(true)}
          >
            {create}
          </ActionButton>
        </>
      }
    >
      <DataList
        name={`${of.toLowerCase()}-invoices-${at.toLowerCase()}`}
        label={everywhere ? 'Invoices found' : `${at} ${of.toLowerCase()} invoices`}
        columns={toColumns(side, everywhere)}
        query={query}
        list={list}
        search={search}
        onExport={onExport}
        filters={
          side === 'company' &&
          !everywhere && (
            <ShopFilter
              value={list.filters.shop}
              onChange={(id) => list.set({ filters: { ...list.filters, shop: id } })}
            />
          )
        }
        preview={{
          title: (row) => `${row.type} invoice ${row.invoiceNumber} of ${row.shop.name}`,
          name: (row) => row.invoiceNumber,
          href: (row) => repairForm(side, row),
        }}
        actions={(row) => <RowButtons side={side} row={row} actions={actions} onPaid={setMarking} />}
        {...paying.list}
        {...approving.list}
        {...(total === undefined ? {} : { totals: { amount: <Money value={total} /> } })}
        empty={empties[at]}
      />
      {marking && <MarkPaidDialog invoice={marking} onClose={() => setMarking(null)} />}
      {paying.dialog}
      {approving.dialog}
      {creating && <CreateRepairDialog side={side} type={of} onClose={() => setCreating(false)} />}
    </Page>
  );
}

const steps = { Approved: 'Approve', Paid: 'Paid' } as const;

interface RowButtonsProps {
  readonly side: Side;
  readonly row: RepairRow;
  readonly actions: RepairActions;
  readonly onPaid: (row: RepairRow) => void;
}

function RowButtons({ side, row, actions, onPaid }: RowButtonsProps) {
  const next = (['Approved', 'Paid'] as const).filter((to) => nextStep[row.status] === to && side === 'company');
  return (
    <>
      {next.map((to) => (
        <ActionButton
          key={to}
          permission="repairs.decide"
          pending={actions.isDoing(row, to)}
          aria-label={`${steps[to]}: invoice ${row.invoiceNumber}`}
          onClick={() => (to === 'Paid' ? onPaid(row) : void actions.move(row, to))}
        >
          {steps[to]}
        </ActionButton>
      ))}
      <LinkButton href={repairForm(side, row)} label={`View Invoice ${row.invoiceNumber}`}>
        {side === 'company' ? 'View' : 'View Invoice'}
      </LinkButton>
    </>
  );
}
