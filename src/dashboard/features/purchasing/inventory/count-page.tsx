import { useId, useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { NumberInput } from '../../../components/ui/form/inputs/number-input.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { formatCount, quantity } from '../../../lib/format.js';
import { useCan, useSession } from '../../../lib/server/session.js';
import { useUnsaved } from '../../../lib/queue/unsaved.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { type Item, stockTone } from '../../../components/shared/items/item-columns.js';
import { CountDialog } from './count-dialog.js';
import { countRefusal, type Counts, findWrongCount, listDifferences, withCount } from './count-values.js';
import styles from './inventory.module.css';

const LIST = '/shop/items/category/all';
const NONE = 'Enter a count for at least one item.';
const start = {
  sorts: ['name', 'category', 'quantityInCurrent'],
  sort: 'category',
  size: 5000,
  filters: { category: '' },
} as const;

/** A physical count: the counted quantities, previewed and saved together. */
export function CountPage() {
  const list = useListState(start);
  const { me } = useSession();
  const { isAllowed } = useCan('items.change', { write: true });
  const [counts, setCounts] = useState<Counts>(new Map());
  const [open, setOpen] = useState(false);
  const shop = me?.shop?._id;
  const { category, ...page } = list.query;
  const all = useApi('GET /api/item/shop/inventory/:shopId', shop ? { shopId: shop } : null);
  const listInput = shop ? { shopId: shop, ...page, ...(category ? { category } : {}) } : null;
  const query = useApi('GET /api/item/shop/inventory/:shopId', listInput);
  const categories = useApi('GET /api/itemcategory/', { size: 5000 });
  useUnsaved(counts.size > 0, [formatCount(counts.size, 'counted item')]);
  const items = all.data?.items ?? [];
  const wrong = findWrongCount(counts, items);
  const putCount = (row: Item, value: number | null) => setCounts((before) => withCount(before, row, value));
  return (
    <Page
      title="Physical Count"
      back={LIST}
      actions={
        <ActionButton
          permission="items.change"
          kind="primary"
          disabledReason={wrong === null ? (counts.size === 0 ? NONE : null) : `${wrong}.`}
          onClick={() => setOpen(true)}
        >
          {counts.size === 0 ? 'Preview' : `Preview count (${counts.size})`}
        </ActionButton>
      }
    >
      <p className="muted">Items left blank are unchanged. Enter 0 if there are none.</p>
      <DataList
        name="count"
        preview={false}
        label="Items to count"
        columns={toColumns(counts, putCount, !isAllowed)}
        query={query}
        list={list}
        rowTone={stockTone}
        search={{ placeholder: 'Search items...' }}
        filters={
          <ChoiceFilter
            label="Category"
            choices={categories.data?.items}
            value={list.filters.category}
            onChange={(category) => list.set({ filters: { category } })}
          />
        }
        empty="No inventory items to count."
      />
      {open && shop && (
        <CountDialog
          shop={shop}
          rows={listDifferences(counts, items)}
          onSaved={() => setCounts(new Map())}
          onUndone={() => setCounts((before) => new Map([...counts, ...before]))}
          onClose={() => setOpen(false)}
        />
      )}
    </Page>
  );
}

const toColumns = (
  counts: Counts,
  putCount: (row: Item, value: number | null) => void,
  readOnly: boolean,
): readonly ColumnDef<Item>[] => [
  { field: 'name', header: 'Name', sortable: true, fixed: true },
  { field: 'category', header: 'Category', sortable: true, body: (row) => row.category.name },
  {
    field: 'quantityInCurrent',
    header: 'Current',
    sortable: true,
    align: 'right',
    body: (row) => quantity(row.quantityInCurrent),
  },
  {
    field: 'counted',
    header: 'Counted',
    fixed: true,
    width: 130,
    body: (row) => (
      <CountInput row={row} counts={counts} readOnly={readOnly} onChange={(value) => putCount(row, value)} />
    ),
  },
];

interface CountInputProps {
  readonly row: Item;
  readonly counts: Counts;
  readonly readOnly: boolean;
  readonly onChange: (value: number | null) => void;
}

/** The counted quantity of an item, and why it cannot be saved. */
function CountInput({ row, counts, readOnly, onChange }: CountInputProps) {
  const id = useId();
  const count = counts.get(row._id);
  const refusal = count === undefined ? null : countRefusal(row, count, 'It');
  return (
    <>
      <NumberInput
        aria-label={`Counted ${row.name}`}
        aria-invalid={refusal !== null || undefined}
        aria-describedby={refusal === null ? undefined : id}
        value={count?.counted ?? null}
        onChange={onChange}
        min={0}
        step={0.01}
        readOnly={readOnly}
      />
      {refusal !== null && (
        <p id={id} className={`error ${styles['count-refusal']}`}>
          {refusal}
        </p>
      )}
    </>
  );
}
