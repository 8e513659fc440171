import type { ComponentType } from 'react';
import { Redirect, useSearch } from 'wouter';
import { deletingNeeds } from '../../../../domain/billing/repair-invoices/rules.js';
import type { RepairType } from '../../../../domain/billing/repair-invoices/status.js';
import { ActionButton } from '../../../components/ui/button.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { onlyRecord, useApi } from '../../../lib/server/use-api.js';
import { Can } from '../../../lib/server/session.js';
import type { Side } from '../../../lib/use-side.js';
import { RepairFormBody } from './repair-form.js';
import { type RepairInvoice, repairList } from './repair-types.js';
import { repairForm } from '../../../components/shared/record/record-paths.js';
import { useRepairActions } from './use-repair-actions.js';

/** Creates a side's screen for a repair or driver invoice. */
export const repairPage = (side: Side, type: RepairType): ComponentType =>
  function RepairPage() {
    return <Invoice side={side} type={type} />;
  };

/**
 * An invoice with its lines, messages and history; without an ID, the New ones; redirects to the other type's screen if
 * needed.
 */
function Invoice({ side, type }: { side: Side; type: RepairType }) {
  const id = new URLSearchParams(useSearch()).get('id');
  const query = onlyRecord(useApi('GET /api/repairinvoice/findbyid/:id', id ? { id } : null), id);
  const list = repairList(side, type, 'New');
  if (!id) return <Redirect to={list} replace />;
  const invoice = query.data;
  if (invoice && invoice.type !== type) return <Redirect to={repairForm(side, invoice)} replace />;
  const heading = `${type} invoice`;
  return (
    <Page
      title={invoice ? `${heading} ${invoice.invoiceNumber}` : heading}
      aside={
        invoice && (
          <>
            <StatusTag of="invoice" status={invoice.status} />
            <span className="muted">{invoice.shop.name}</span>
          </>
        )
      }
      back={list}
      end={invoice && <DeleteButton side={side} invoice={invoice} />}
    >
      <LoadedContent query={query}>
        {(invoice) => <RepairFormBody key={invoice._id} side={side} invoice={invoice} />}
      </LoadedContent>
    </Page>
  );
}

function DeleteButton({ side, invoice }: { side: Side; invoice: RepairInvoice }) {
  const { remove, isDoing } = useRepairActions();
  const { type, status, invoiceNumber } = invoice;
  const permission = deletingNeeds(type, 'New') ?? 'repairs.write';
  const run = async () => {
    if (await remove(invoice)) goBack(repairList(side, type, status));
  };
  return (
    <Can permission={permission}>
      <ActionButton
        permission={permission}
        pending={isDoing(invoice, 'delete')}
        disabledReason={status === 'New' ? null : 'Only a New invoice can be deleted.'}
        aria-label={`Delete Invoice ${invoiceNumber}`}
        onClick={() => void run()}
      >
        Delete Invoice
      </ActionButton>
    </Can>
  );
}
