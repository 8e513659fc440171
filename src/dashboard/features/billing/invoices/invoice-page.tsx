import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { Facts } from '../../../components/ui/facts.js';
import { ActionsHead } from '../../../components/ui/table/actions-head.js';
import { explainHeadLock } from '../../../../domain/billing/invoices/rules.js';
import { ActionButton } from '../../../components/ui/button.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import { Page } from '../../../components/ui/page.js';
import { RailSteps, RecordCard, RecordLayout } from '../../../components/ui/record-layout.js';
import { TimelineCard } from '../../../components/shared/history/timeline-card.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { day, money } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { onlyRecord, useApi } from '../../../lib/server/use-api.js';
import { CorrectionsSection } from '../../../components/shared/corrections/corrections-section.js';
import { DeleteInvoice, OfficeMoves, ShopMoves } from './invoice-buttons.js';
import { HeadDialog } from './head-dialog.js';
import { InvoiceMessages } from './invoice-messages.js';
import { type Invoice } from '../invoice-types.js';
import type { Side } from '../../../lib/use-side.js';
import { orderForm, paymentForm } from '../../../components/shared/record/record-paths.js';
import { invoiceWords } from './invoice-words.js';
import { SinceDenial } from './since-denial.js';
import { type InvoiceActions, useInvoiceActions } from './use-invoice-actions.js';
import styles from './invoices.module.css';

export const CompanyInvoicePage = () => <InvoicePage side="company" />;
export const ShopInvoicePage = () => <InvoicePage side="shop" />;

/** An invoice with its line, messages and history; without an ID, the New invoices. */
function InvoicePage({ side }: { side: Side }) {
  const id = new URLSearchParams(useSearch()).get('id');
  const query = onlyRecord(useApi('GET /api/invoice/findbyid/:id', id ? { id } : null), id);
  const actions = useInvoiceActions();
  const list = `/${side}/invoices/new`;
  if (!id) return <Redirect to={list} replace />;
  const invoice = query.data;
  return (
    <Page
      title={invoice ? `Invoice ${invoice.invoiceNumber}` : 'Invoice'}
      aside={invoice && <StatusTag of="invoice" status={invoice.status} />}
      back={list}
      actions={invoice && <HeadButton key={invoice._id} invoice={invoice} />}
      end={
        invoice &&
        side === 'company' && (
          <DeleteInvoice invoice={invoice} actions={actions} label="Delete Invoice" onDone={leave(side, invoice)} />
        )
      }
    >
      <LoadedContent query={query}>
        {(invoice) => <InvoiceBody key={invoice._id} side={side} invoice={invoice} actions={actions} />}
      </LoadedContent>
      {actions.dialog}
    </Page>
  );
}

interface PartProps {
  readonly side: Side;
  readonly invoice: Invoice;
  readonly actions: InvoiceActions;
}

const leave = (side: Side, invoice: Invoice) => () => goBack(`/${side}/invoices/${invoice.status.toLowerCase()}`);

/** The amount of the invoice and the next steps of its status. */
const Steps = ({ side, invoice, actions }: PartProps) => (
  <RecordCard title={invoice.status}>
    <Facts dashes facts={[['Amount', money(invoice.order.grandTotal.shop)]]} />
    <RailSteps>
      {side === 'company' ? (
        <OfficeMoves invoice={invoice} actions={actions} prominent />
      ) : (
        <ShopMoves invoice={invoice} actions={actions} onDone={leave(side, invoice)} />
      )}
    </RailSteps>
  </RecordCard>
);

/** Opens the dialog for number and date; disabled, with the reason, if they cannot be changed. */
function HeadButton({ invoice }: { invoice: Invoice }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const why = explainHeadLock(me, invoice.status);
  return (
    <>
      <ActionButton
        permission="invoices.update"
        icon="pencil"
        disabledReason={why && `Number and date cannot be changed: ${why}.`}
        onClick={() => setOpen(true)}
      >
        Number and Date
      </ActionButton>
      {isOpen && <HeadDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}

const InvoiceBody = ({ side, invoice, actions }: PartProps) => (
  <RecordLayout
    summary={<Steps side={side} invoice={invoice} actions={actions} />}
    rail={<TimelineCard of={invoice.invoiceNumber} id={invoice._id} words={invoiceWords} />}
  >
    <RecordCard title="Details">
      <InvoiceFacts side={side} invoice={invoice} />
    </RecordCard>
    {invoice.sinceDenial && <SinceDenial denial={invoice.sinceDenial} />}
    <RecordCard title="Items">
      <Lines side={side} invoice={invoice} />
    </RecordCard>
    <CorrectionsSection side={side} order={invoice.order} isPaid={invoice.status === 'Paid'} />
    <RecordCard title={`Messages (${invoice.messages.length})`}>
      <InvoiceMessages invoice={invoice} />
    </RecordCard>
  </RecordLayout>
);

function InvoiceFacts({ side, invoice }: { side: Side; invoice: Invoice }) {
  const { invoiceNumber, invoicedDate, billTo, shop, payment } = invoice;
  return (
    <Facts
      facts={[
        ['Invoice Number', invoiceNumber],
        ['Invoice Date', day(invoicedDate)],
        ['Bill To', billTo],
        ['Shop', shop.name],
        [
          'Payment',
          payment && (
            <Link key="payment" href={paymentForm(side, payment._id)}>
              {payment.paymentNumber} to {shop.name}
            </Link>
          ),
        ],
      ]}
    />
  );
}

function Lines({ side, invoice }: { side: Side; invoice: Invoice }) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="The invoiced order">
      <table className={`plain-table ${styles['invoice-lines']}`}>
        <caption className="sr-only">The invoiced order</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="cell-right">
              Quantity
            </th>
            <th scope="col" className="cell-right">
              Rate
            </th>
            <th scope="col" className="cell-right">
              Amount
            </th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {invoice.items.map(({ item, quantity, rate, amount }) => (
            <tr key={item}>
              <th scope="row" data-label="Item">
                {item}
              </th>
              <td className="cell-right" data-label="Quantity">
                {quantity}
              </td>
              <td className="cell-right" data-label="Rate">
                {money(rate)}
              </td>
              <td className="cell-right" data-label="Amount">
                {money(amount)}
              </td>
              <td className="cell-actions">
                <LinkButton href={orderForm(side, invoice.order._id)} label={`View Order ${item}`}>
                  View Order
                </LinkButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
