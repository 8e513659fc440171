import { approvalKinds } from '../../../../domain/billing/approvals/rules.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { Selection } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { countHeading } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { type ListState, useListState } from '../../../lib/list/use-list-state.js';
import { CompanyAmount, columnsIn } from './approval-columns.js';
import { formatName, getForm, kindNames, type WaitingApproval } from '../approval-words.js';
import { SelectionTotal, Decisions } from '../decisions.js';
import { useDecidable } from '../use-decidable.js';

const start = {
  sorts: ['waitingSince', 'invoiceNumber', 'shop', 'amount'],
  sort: 'waitingSince',
  size: 200,
  filters: { kind: '', shop: '', days: '' },
} as const;

const kinds = approvalKinds.map((kind) => ({ _id: kind, name: kindNames[kind] }));
const ages = [1, 3, 7, 14, 30].map((days) => ({
  _id: String(days),
  name: days === 1 ? '1 day or longer' : `${days} days or longer`,
}));
const none: readonly WaitingApproval[] = [];

/** Records waiting for the office, oldest first; decided one by one on their forms, or several together here. */
export function ApprovalsPage() {
  const list = useListState(start);
  const { timeZone } = useMe();
  const { kind: kindFilter, ...asked } = list.query;
  const kind = approvalKinds.find((one) => one === kindFilter);
  const query = useApi('GET /api/approvals', { ...asked, ...(kind ? { kind } : {}) });
  const rows = query.data?.items ?? none;
  const { ticked, decide, ...chosen } = useDecidable(rows);
  const selection: Selection<WaitingApproval> = {
    ...chosen.selection,
    getName: formatName,
  };
  const { total, totals } = query.data ?? {};
  return (
    <Page
      title="Approvals"
      heading={`${total === undefined ? 'Invoices' : countHeading(total, 'invoice')} waiting for approval`}
    >
      <DataList
        name="approvals"
        label="Invoices waiting for approval"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        search={{ placeholder: 'Search by Invoice or Serial #...' }}
        filters={<Filters list={list} />}
        selection={selection}
        bulk={
          <>
            <SelectionTotal ticked={ticked} rows={rows} />
            <Decisions ticked={ticked} decide={decide} />
          </>
        }
        preview={{
          title: (row) => `${kindNames[row.kind]} ${row.invoiceNumber} of ${row.shop.name}`,
          name: (row) => row.invoiceNumber,
          href: getForm,
        }}
        {...(totals
          ? { totals: { amount: <Money value={totals.shop} />, company: <CompanyAmount value={totals.company} /> } }
          : {})}
        empty="You're all caught up."
        emptyAction={<LinkButton href="/company/invoices/approved">Approved invoices</LinkButton>}
      />
      {decide.dialog}
    </Page>
  );
}

function Filters({ list }: { list: ListState<typeof start> }) {
  const { filters, set } = list;
  const putFilters = (change: Partial<typeof filters>) => set({ filters: { ...filters, ...change } });
  return (
    <>
      <ChoiceFilter label="Kind" choices={kinds} value={filters.kind} onChange={(kind) => putFilters({ kind })} />
      <ShopFilter value={filters.shop} onChange={(shop) => putFilters({ shop })} />
      <ChoiceFilter label="Waiting" choices={ages} value={filters.days} onChange={(days) => putFilters({ days })} />
    </>
  );
}
