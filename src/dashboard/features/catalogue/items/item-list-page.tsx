import { useState } from 'react';
import { isMetal } from '../../../../domain/catalogue/items/rules.js';
import { AddLink } from '../../../components/ui/add-link.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { Page } from '../../../components/ui/page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { countHeading } from '../../../lib/format.js';
import { call } from '../../../lib/server/api.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import {
  type Item,
  priceColumns,
  stockColumns,
  stockTone,
  itemListStart,
} from '../../../components/shared/items/item-columns.js';
import { useItemEdit } from '../../../components/shared/items/use-item-edit.js';
import { CostDialog } from './cost-dialog.js';
import { MetalDialog } from '../../../components/shared/items/metal-dialog.js';

/** The items of a category, or all items: at standard values, or at a shop's with its stock. */
export function CompanyItemsPage() {
  const list = useListState(itemListStart);
  const { category = '', shop = '', stock: _, inventory: __, ...page } = list.query;
  const query = useApi('GET /api/item/:categoryId/:shopId', {
    categoryId: category || 'all',
    shopId: shop || 'standard',
    ...page,
  });
  const categories = useApi('GET /api/itemcategory/', { size: 5000 });
  const remove = useSend('DELETE /api/item/delete/:id');
  const [metal, setMetal] = useState(false);
  const [costs, setCosts] = useState(false);
  const name = categories.data?.items.find(({ _id }) => _id === category)?.name;
  const end = shop ? `&shop=${shop}` : '';
  const edit = useItemEdit(shop || null, query);
  const columns = (shop ? stockColumns : priceColumns)(
    (row: Item) => `/company/items/update?id=${row._id}${end}`,
    edit,
  );
  return (
    <Page
      title="Items"
      heading={countHeading(query.data?.total, name ? `${name} Item` : 'Item')}
      back={`/company/items/shop/all${shop ? `?shop=${shop}` : ''}`}
      actions={<Actions {...{ shop, category, name }} onMetal={() => setMetal(true)} onCosts={() => setCosts(true)} />}
    >
      <DataList
        name={shop ? 'shop-items' : 'items'}
        label="Items"
        columns={columns}
        query={query}
        list={list}
        rowTone={stockTone}
        search={{ placeholder: 'Search items...' }}
        filters={
          <ShopFilter
            value={shop}
            none="Standard values"
            onChange={(shop) => list.set({ filters: { ...list.filters, shop } })}
          />
        }
        actions={(row) => (
          <DeleteRecord
            inMenu
            permission="catalogue.write"
            call={remove}
            preview={(id) => call('DELETE /api/item/delete/:id', { id }, { preview: true })}
            id={row._id}
            record={`item ${row.standard.name}`}
            area="Item"
          />
        )}
        empty="No items in this category yet."
      />
      {costs && <CostDialog items={query.data?.items ?? []} onClose={() => setCosts(false)} />}
      {metal && <MetalDialog shop={shop || null} onClose={() => setMetal(false)} />}
    </Page>
  );
}

interface ActionsProps {
  /** The IDs of the shop and the category shown; empty for none. */
  readonly shop: string;
  readonly category: string;
  /** The name of the category. */
  readonly name: string | undefined;
  readonly onMetal: () => void;
  readonly onCosts: () => void;
}

const Actions = ({ shop, category, name, onMetal, onCosts }: ActionsProps) => (
  <>
    {name && isMetal(name) && (
      <ActionButton permission="catalogue.write" icon="adjust" onClick={onMetal}>
        Update Metal Items
      </ActionButton>
    )}
    {!shop && (
      <ActionButton permission="catalogue.write" icon="adjust" onClick={onCosts}>
        Change Costs
      </ActionButton>
    )}
    <ExportButton kind="items" shop={shop} category={category}>
      Export
    </ExportButton>
    <ImportLink kind="items" shop={shop} category={category}>
      Import Excel
    </ImportLink>
    <AddLink permission="catalogue.write" href={`/company/items/add${category ? `?category=${category}` : ''}`}>
      Add Item
    </AddLink>
  </>
);
