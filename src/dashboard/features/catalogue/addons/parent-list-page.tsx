import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { ToggleFilter } from '../../../components/shared/list/filters/toggle-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { PickShopPage } from '../../../components/shared/pickers/pick-shop-page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { countHeading } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { CopyParentDialog, ParentDialog } from './parent-dialogs.js';
import type { Parent } from './addon-words.js';

const start = {
  sorts: ['name', 'categories'],
  sort: 'name',
  size: 60,
  filters: { newBuild: 'yes', offLot: '' },
} as const;

const columns: readonly ColumnDef<Parent>[] = [
  {
    field: 'name',
    header: 'Name',
    sortable: true,
    fixed: true,
    body: (row) => (
      <RecordLink href={`/company/addon/parent-categories/shop/categories?parent=${row._id}`}>{row.name}</RecordLink>
    ),
  },
  { field: '_id', header: 'Id', hidden: true },
  { field: 'categories', header: 'Categories', sortable: true, align: 'right' },
];

/** The add-on parent categories: for new builds, off the lot, or both. */
export function ParentListPage() {
  const list = useListState(start);
  const { filters } = list;
  const { newBuild: _, offLot: __, ...page } = list.query;
  const kinds = { newBuildChecked: filters.newBuild === 'yes', offLotChecked: filters.offLot === 'yes' };
  const isNone = !kinds.newBuildChecked && !kinds.offLotChecked;
  const categories = useApi('GET /api/addon-parent-category', isNone ? null : { ...page, ...kinds });
  const query = isNone ? { ...categories, data: { items: [], total: 0 } } : categories;
  const remove = useSend('DELETE /api/addon-parent-category/delete/:id');
  const [open, setOpen] = useState<Parent | 'new' | 'copy' | null>(null);
  const toggle = (name: 'newBuild' | 'offLot', on: boolean) =>
    list.set({ filters: { ...filters, [name]: on ? 'yes' : 'no' } });
  const close = () => setOpen(null);
  return (
    <Page
      title="Add-on Parent Categories"
      heading={countHeading(query.data?.total, 'Add-on Parent Category')}
      actions={
        <>
          <ActionButton permission="catalogue.write" icon="copy" onClick={() => setOpen('copy')}>
            Copy all categories and addons
          </ActionButton>
          <ActionButton permission="catalogue.write" kind="primary" icon="plus" onClick={() => setOpen('new')}>
            Add
          </ActionButton>
        </>
      }
    >
      <DataList
        name="addon-parents"
        label="Add-on parent categories"
        columns={columns}
        query={query}
        list={list}
        filters={
          <>
            <ToggleFilter
              label="New Build Categories"
              pressed={filters.newBuild === 'yes'}
              onPressed={(on) => toggle('newBuild', on)}
            />
            <ToggleFilter
              label="Off Lot Categories"
              pressed={filters.offLot === 'yes'}
              onPressed={(on) => toggle('offLot', on)}
            />
          </>
        }
        actions={(row) => (
          <>
            <ActionButton permission="catalogue.write" aria-label={`Edit ${row.name}`} onClick={() => setOpen(row)}>
              Edit
            </ActionButton>
            <DeleteRecord
              inMenu
              permission="catalogue.write"
              call={remove}
              id={row._id}
              record={`parent category ${row.name}`}
              area="AddonParentCategory"
            />
          </>
        )}
        narrowed={!isNone && list.search !== ''}
        empty={
          isNone
            ? 'Turn on New Build Categories or Off Lot Categories to see categories.'
            : 'No add-on parent categories of this kind yet.'
        }
      />
      {open === 'copy' && <CopyParentDialog onClose={close} />}
      {open !== null && open !== 'copy' && <ParentDialog parent={open === 'new' ? null : open} onClose={close} />}
    </Page>
  );
}

/** The shop whose items and costs the add-ons are shown with. */
export const ParentShopPage = () => (
  <PickShopPage title="Add-ons: Pick a Shop" to="/company/addon/category/shop/all" name="addon-shops" />
);
