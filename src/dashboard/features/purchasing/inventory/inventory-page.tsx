import { type ReactNode, useMemo, useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { isMetal } from '../../../../domain/catalogue/items/rules.js';
import { ActionButton } from '../../../components/ui/button.js';
import { Chart } from '../../../components/ui/chart/chart.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import { ToggleFilter } from '../../../components/shared/list/filters/toggle-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { countHeading } from '../../../lib/format.js';
import { useCan, useSession } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { InventoryTabs } from './inventory-tabs.js';
import { stockDrawing } from './stock-chart.js';
import { ReceivedItemsPage } from './received-items-page.js';
import {
  builderColumns,
  type Item,
  stockColumns,
  stockTone,
  itemListStart,
} from '../../../components/shared/items/item-columns.js';
import { useItemEdit } from '../../../components/shared/items/use-item-edit.js';
import { MetalDialog } from '../../../components/shared/items/metal-dialog.js';
import styles from './inventory.module.css';

const INVENTORY = '/shop/items/category/all';
const toAddress = (row: Item): string => `/shop/items/update?id=${row._id}`;

/** The inventory of the user's shop; `?tab=received` shows received material not yet in stock, if the user may see purchases. */
export function InventoryPage() {
  const { isAllowed } = useCan('purchasing.read');
  const isReceived = new URLSearchParams(useSearch()).get('tab') === 'received';
  if (isAllowed && isReceived) return <ReceivedItemsPage tabs={<InventoryTabs current="Received Items" />} />;
  return <CurrentInventory tabs={isAllowed && <InventoryTabs current="Current Inventory" />} />;
}

/** The item categories of the user's shop, and its inventory items of all categories. */
function CurrentInventory({ tabs }: { tabs: ReactNode }) {
  const categories = useApi('GET /api/itemcategory/', { size: 5000 });
  return (
    <ShopItems title="Inventory" noun="Inventory Item" inventory="yes">
      <div className={styles['places']}>
        {tabs}
        <nav className={styles['categories']} aria-label="Item categories">
          {(categories.data?.items ?? []).map(({ _id, name }) => (
            <RecordLink key={_id} href={`/shop/items/all?category=${_id}`}>
              {name}
            </RecordLink>
          ))}
        </nav>
      </div>
    </ShopItems>
  );
}

/** The items of a category with the values of the user's shop; without a category, the inventory. */
export function ShopItemsPage() {
  const list = useListState(itemListStart);
  const categories = useApi('GET /api/itemcategory/', { size: 5000 });
  const { category } = list.filters;
  if (!category) return <Redirect to={INVENTORY} replace />;
  const name = categories.data?.items.find(({ _id }) => _id === category)?.name;
  return <ShopItems title="Items" noun={name ? `${name} Item` : 'Item'} back={INVENTORY} category={name} />;
}

interface ShopItemsProps {
  readonly title: string;
  /** The things that the heading counts. */
  readonly noun: string;
  readonly back?: string;
  /** The name of the category if only one is shown. */
  readonly category?: string | undefined;
  /** `yes` shows only inventory items. */
  readonly inventory?: 'yes';
  readonly children?: ReactNode;
}

function ShopItems({ title, noun, back, category, inventory, children }: ShopItemsProps) {
  const { me } = useSession();
  const list = useListState(itemListStart);
  const { category: categoryId, shop: _, stock: low, inventory: __, ...page } = list.query;
  const shopId = me?.shop?._id;
  const query = useApi(
    'GET /api/item/shop/all/:shopId',
    shopId
      ? {
          shopId,
          ...page,
          ...(categoryId ? { category: categoryId } : {}),
          ...(low === 'low' ? { stock: 'low' } : {}),
          ...(inventory ? { inventory } : {}),
        }
      : null,
  );
  const edit = useItemEdit(shopId ?? null, query);
  const [metal, setMetal] = useState(false);
  const isBuilder = me?.role === 'Builder';
  const showsMetal = !isBuilder && (category === undefined || isMetal(category));
  return (
    <Page
      title={title}
      heading={countHeading(query.data?.total, noun)}
      {...(back ? { back } : {})}
      actions={
        !isBuilder && (
          <>
            {showsMetal && (
              <ActionButton permission="items.change" icon="adjust" onClick={() => setMetal(true)}>
                Metal prices
              </ActionButton>
            )}
            <LinkButton href={`/shop/items/count${categoryId ? `?category=${categoryId}` : ''}`}>
              Physical count
            </LinkButton>
            <ExportButton kind="items" category={categoryId ?? null}>
              Excel export
            </ExportButton>
            <ImportLink kind="items" category={categoryId ?? null}>
              Excel import
            </ImportLink>
          </>
        )
      }
    >
      {children}
      <DataList
        name={isBuilder ? 'stock' : 'inventory'}
        label="Inventory items"
        columns={isBuilder ? builderColumns : stockColumns(toAddress, edit)}
        query={query}
        list={list}
        rowTone={stockTone}
        ownFilters={['category', 'inventory']}
        preview={{ title: (row) => row.name, ...(isBuilder ? {} : { href: toAddress }) }}
        search={{ placeholder: 'Search items...' }}
        filters={
          <ToggleFilter
            label="Low stock"
            pressed={low === 'low'}
            onPressed={(on) => list.set({ filters: { ...list.filters, stock: on ? 'low' : '' } })}
          />
        }
        empty={inventory ? 'No inventory items yet.' : 'No items in this category yet.'}
      />
      {inventory && query.data && <StockChart items={query.data.items} />}
      {metal && shopId && <MetalDialog shop={shopId} onClose={() => setMetal(false)} />}
    </Page>
  );
}

/** Nothing if no item has an order point. */
function StockChart({ items }: { items: readonly Item[] }) {
  const drawing = useMemo(() => stockDrawing(items), [items]);
  if (drawing.labels.length === 0) return null;
  return (
    <Chart
      title="Stock against order points"
      note="100% is the order point; lowest items first"
      drawing={drawing}
      state="ready"
      empty=""
    />
  );
}
