import { useState } from 'react';
import { proposalStates } from '../../../../domain/imports/feed/proposals/schema.js';
import { ActionButton } from '../../../components/ui/button.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { Selection } from '../../../components/shared/list/list-types.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { Page } from '../../../components/ui/page.js';
import { formatCount } from '../../../lib/format.js';
import { type ListState, useListState } from '../../../lib/list/use-list-state.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { columnsIn } from './proposal-columns.js';
import { ProposalDetails } from './proposal-details.js';
import { getOrder, listUsual, partNames, type ProposalRow, stateNames, summarize } from './proposal-words.js';
import { type DecideProposals, useDecideProposals } from './use-decide-proposals.js';
import { toKeys, isKeyOf } from '../../../../domain/kernel/objects.js';

const start = { size: 50, filters: { state: '', part: '', shop: '', order: '' } } as const;
const states = proposalStates.map((state) => ({ _id: state, name: stateNames[state] }));
const parts = toKeys(partNames).map((part) => ({
  _id: part,
  name: partNames[part],
}));
const none: ReadonlySet<string> = new Set();

/**
 * Changes from the sales system to existing orders, each with its effect, to be accepted completely, in part or not at
 * all.
 */
export function ProposalsPage() {
  const list = useListState(start);
  const { timeZone } = useMe();
  const { state, part, ...asked } = list.query;
  const query = useApi('GET /api/proposals', {
    ...asked,
    state: proposalStates.find((one) => one === state) ?? 'open',
    ...(part && isKeyOf(partNames, part) ? { part } : {}),
  });
  const [selected, setSelected] = useState(none);
  const decide = useDecideProposals(() => setSelected(none));
  const rows = query.data?.items ?? [];
  const tickedRows = rows.filter(({ _id }) => selected.has(_id));
  const isOpen = list.filters.state === '' || list.filters.state === 'open';
  const selection: Selection<ProposalRow> = {
    selected,
    onChange: setSelected,
    getName: ({ order }) => order.serialNumber,
  };
  return (
    <Page title="Proposals" heading={query.data ? toHeading(query.data) : 'Proposals'}>
      <DataList
        name="proposals"
        label="Changes from the sales system"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 100, 200, 500]}
        search={{ placeholder: 'Search by Serial # or customer...' }}
        filters={<Filters list={list} serial={rows[0]?.order.serialNumber} />}
        rowTone={(row) => (row.urgent && row.state === 'open' ? 'alert' : undefined)}
        {...(isOpen ? { selection, bulk: <Bulk rows={tickedRows} decide={decide} /> } : {})}
        preview={{
          title: ({ order }) => order.serialNumber,
          href: getOrder,
          content: (row) => <ProposalChoice key={row._id} row={row} decide={decide} />,
          actions: (row) => (row.state === 'open' ? null : <UndoButton row={row} decide={decide} />),
        }}
        empty={isOpen ? "You're all caught up." : 'No proposals.'}
        emptyAction={<LinkButton href="/company/orders/add">New orders</LinkButton>}
      />
      {decide.dialog}
    </Page>
  );
}

const toHeading = ({ open, urgent }: { readonly open: number; readonly urgent: number }): string =>
  `${formatCount(open, 'Proposal')}${urgent > 0 ? `, ${urgent} urgent` : ''}`;

/** The filters; `serial` is the number of the order that the list is limited to, once known. */
function Filters({ list, serial }: { list: ListState<typeof start>; serial: string | undefined }) {
  const { filters, set } = list;
  const putFilters = (change: Partial<typeof filters>) => set({ filters: { ...filters, ...change } });
  return (
    <>
      <ChoiceFilter label="State" choices={states} value={filters.state} onChange={(state) => putFilters({ state })} />
      <ChoiceFilter label="Changes" choices={parts} value={filters.part} onChange={(part) => putFilters({ part })} />
      <ShopFilter value={filters.shop} onChange={(shop) => putFilters({ shop })} />
      {filters.order !== '' && (
        <ChoiceFilter
          label="Order"
          choices={serial === undefined ? undefined : [{ _id: filters.order, name: serial }]}
          value={filters.order}
          onChange={(order) => putFilters({ order })}
        />
      )}
    </>
  );
}

/** Accept and Decline for the selected rows. */
const Bulk = ({ rows, decide }: { rows: readonly ProposalRow[]; decide: DecideProposals }) => (
  <>
    <span className="muted">{summarize(rows)}</span>
    <ActionButton permission="orders.edit" pending={decide.pending} onClick={() => void decide.decline(rows)}>
      Decline selected
    </ActionButton>
    <ActionButton
      permission="orders.edit"
      kind="primary"
      pending={decide.pending}
      onClick={() => void decide.accept(rows)}
    >
      Accept selected
    </ActionButton>
  </>
);

const UndoButton = ({ row, decide }: { row: ProposalRow; decide: DecideProposals }) => (
  <ActionButton
    permission="orders.edit"
    icon="back"
    pending={decide.pending}
    disabledReason={row.undoRefusal}
    onClick={() => void decide.undo(row)}
  >
    Undo
  </ActionButton>
);

/** A proposal with a choice of its changes, and the buttons to decide. */
function ProposalChoice({ row, decide }: { row: ProposalRow; decide: DecideProposals }) {
  const [chosenKeys, setChosen] = useState<ReadonlySet<string>>(() => new Set(listUsual(row)));
  const toggle = (key: string) =>
    setChosen(new Set(chosenKeys.has(key) ? [...chosenKeys].filter((one) => one !== key) : [...chosenKeys, key]));
  const some = chosenKeys.size < row.changes.length ? `Accept ${chosenKeys.size} of ${row.changes.length}` : 'Accept';
  return (
    <>
      <ProposalDetails row={row} chosenKeys={chosenKeys} onChoose={toggle} />
      {row.state === 'open' && (
        <p className="row">
          <ActionButton
            permission="orders.edit"
            kind="primary"
            pending={decide.pending}
            disabledReason={chosenKeys.size === 0 ? 'Choose at least one change.' : null}
            onClick={() => void decide.accept([row], [...chosenKeys])}
          >
            {some}
          </ActionButton>
          <ActionButton permission="orders.edit" pending={decide.pending} onClick={() => void decide.decline([row])}>
            Decline
          </ActionButton>
        </p>
      )}
    </>
  );
}
