import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { ToggleFilter } from '../../../components/shared/list/filters/toggle-chip.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { countHeading, formatCount } from '../../../lib/format.js';
import { useCan, useSession } from '../../../lib/server/session.js';
import { useUnsaved } from '../../../lib/queue/unsaved.js';
import { useApi } from '../../../lib/server/use-api.js';
import { type ListState, useListState } from '../../../lib/list/use-list-state.js';
import { DemandGroup } from './demand-group.js';
import {
  type CountedStatuses,
  getCounted,
  countedText,
  type Demand,
  type DemandRow,
  toGroups,
  orderRefusal,
  getProposals,
  type Proposals,
  toOrder,
  type TypedQuantities,
  withChange,
  withoutOrdered,
} from './demand-values.js';
import { type Draft, DraftsMade } from './drafts-made.js';
import { NeedingOrders } from './needing-orders.js';
import { useOrdering } from './use-ordering.js';

const start = { size: 60, filters: { show: '', building: '', onHold: '' } } as const;

/** What the open orders of the user's shop need beyond stock and material on order, by vendor; creates draft material orders. */
export function DemandPage() {
  const { me } = useSession();
  const shop = me?.shop?._id;
  const list = useListState(start);
  const countedStatuses = getCounted(list.filters);
  const query = useApi('GET /api/stock/:id/demand', shop ? { id: shop, ...countedStatuses } : null);
  const [quantities, setTyped] = useState<TypedQuantities>(new Map());
  const [vendor, setVendor] = useState('');
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useUnsaved(quantities.size > 0, ['quantities to order']);
  const showDrafts = (items: readonly Draft[], orders: Proposals) => {
    setDrafts(items);
    setTyped((before) => withoutOrdered(before, orders));
  };
  const items = query.data?.items ?? [];
  return (
    <Page
      title="Demand"
      heading={query.data ? formatHeading(items) : 'Demand'}
      actions={
        shop && (
          <CreateOrders shop={shop} items={items} typedQuantities={quantities} vendor={vendor} onMade={showDrafts} />
        )
      }
    >
      <DraftsMade drafts={drafts} onChanged={(order) => setDrafts((before) => withChange(before, order))} />
      <LoadedContent query={query}>
        {(demand) => (
          <Groups
            demand={demand}
            counted={countedStatuses}
            list={list}
            typedQuantities={quantities}
            onTyped={(item, value) => setTyped((before) => new Map(before).set(item, value))}
            vendor={vendor}
            onVendor={setVendor}
          />
        )}
      </LoadedContent>
    </Page>
  );
}

function formatHeading(items: readonly DemandRow[]): string {
  const n = items.filter(({ suggested }) => suggested > 0).length;
  return n === 0 ? 'Nothing to Order' : `${formatCount(n, 'Item')} to Order`;
}

interface CreateProps {
  readonly shop: string;
  readonly items: readonly DemandRow[];
  readonly typedQuantities: TypedQuantities;
  readonly vendor: string;
  readonly onMade: (drafts: readonly Draft[], orders: Proposals) => void;
}

function CreateOrders({ shop, items, typedQuantities, vendor, onMade }: CreateProps) {
  const { order, pending } = useOrdering(shop, onMade);
  const orders = getProposals(items, typedQuantities, vendor);
  const [refusal] = items.flatMap((row) => orderRefusal(row, typedQuantities) ?? []);
  const nothing =
    orders.length === 0 ? 'Nothing to order yet. Enter quantities, and choose a vendor for items without one.' : null;
  return (
    <ActionButton
      permission="purchasing.write"
      kind="primary"
      icon="plus"
      pending={pending}
      disabledReason={refusal ? `${refusal}.` : nothing}
      onClick={() => void order(orders)}
    >
      Create Draft Orders
    </ActionButton>
  );
}

interface GroupsProps {
  readonly demand: Demand;
  readonly counted: CountedStatuses;
  readonly list: ListState<typeof start>;
  readonly typedQuantities: TypedQuantities;
  readonly onTyped: (item: string, value: number | null) => void;
  readonly vendor: string;
  readonly onVendor: (vendor: string) => void;
}

function Groups({ demand, counted, list, typedQuantities, onTyped, vendor, onVendor }: GroupsProps) {
  const [open, setOpen] = useState<DemandRow | null>(null);
  const readOnly = !useCan('purchasing.write', { write: true }).isAllowed;
  const vendors = useApi('GET /api/vendor', { size: 5000 });
  const isAll = list.filters.show === 'all';
  const visibleRows = demand.items.filter(
    (row) => isAll || typedQuantities.has(row._id) || (toOrder(row, typedQuantities) ?? 0) > 0,
  );
  return (
    <>
      <div className="row">
        <p>
          {countHeading(demand.orders, 'order')} {countedText(counted)}.
        </p>
        <ToggleFilter
          label="Under construction"
          pressed={counted.building === 'yes'}
          onPressed={(on) => list.set({ filters: { ...list.filters, building: on ? '' : 'no' } })}
        />
        <ToggleFilter
          label="On hold"
          pressed={counted.onHold === 'yes'}
          onPressed={(on) => list.set({ filters: { ...list.filters, onHold: on ? 'yes' : '' } })}
        />
        <ToggleFilter
          label="All needed items"
          pressed={isAll}
          onPressed={(on) => list.set({ filters: { ...list.filters, show: on ? 'all' : '' } })}
        />
      </div>
      <p className="muted">An item with less left than its order point is ordered up to its full point.</p>
      {visibleRows.length === 0 && (
        <EmptyState text="Nothing to order. Stock and material on order cover all these orders." />
      )}
      {toGroups(visibleRows).map((group) => (
        <DemandGroup
          key={group.vendor?._id ?? ''}
          {...group}
          {...{ typedQuantities, onTyped, readOnly }}
          onOpen={setOpen}
          actions={
            group.vendor === null && (
              <ChoiceFilter
                label="Order from"
                none="No vendor"
                choices={vendors.data?.items}
                value={vendor}
                onChange={onVendor}
              />
            )
          }
        />
      ))}
      {open && <NeedingOrders shop={demand.shop._id} counted={counted} item={open} onClose={() => setOpen(null)} />}
    </>
  );
}
