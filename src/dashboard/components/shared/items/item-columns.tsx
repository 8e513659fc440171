import type { ReactNode } from 'react';
import { itemSorts } from '../../../../domain/catalogue/items/schema.js';
import type { ColumnDef } from '../list/list-types.js';
import type { EditableField } from './use-item-edit.js';
import { RecordLink } from '../record/record-link.js';
import type { Output } from '../../../lib/server/api.js';
import { quantity, unitPrice } from '../../../lib/format.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

export type Item = Output<'GET /api/item/shop/all/:shopId'>['items'][number];
type Column = ColumnDef<Item>;

/** The initial state of an item list. */
export const itemListStart = {
  sorts: itemSorts,
  sort: 'name',
  size: 5000,
  filters: { category: '', shop: '', stock: '', inventory: '' },
} as const;

const amount = (field: keyof Item, header: string, format: (value: number | null) => string): Column => ({
  field,
  header,
  sortable: true,
  align: 'right',
  body: (row) => format(row[field] as number | null), // columns of amounts have no other fields
});

const name = (href?: (row: Item) => string): Column => ({
  field: 'name',
  header: 'Name',
  sortable: true,
  fixed: true,
  body: (row) => (href ? <RecordLink href={href(row)}>{row.name}</RecordLink> : row.name),
});

const category: Column = { field: 'category', header: 'Category', sortable: true, body: (row) => row.category.name };

const levels = { critical: 'Critical', warning: 'Low' } as const;
const level: Column = { field: 'stock', header: 'Level', body: (row) => (row.stock ? levels[row.stock] : '') };

/** Renders a figure that can be changed in place. */
type Edit = (row: Item, field: EditableField) => ReactNode;

const editable = (field: EditableField, header: string, edit: Edit): Column => ({
  field,
  header,
  sortable: true,
  align: 'right',
  body: (row) => edit(row, field),
});

/** Name, type and the cost of one unit. */
export const priceColumns = (href: (row: Item) => string, edit: Edit): readonly Column[] => [
  name(href),
  { field: 'type', header: 'Type', sortable: true },
  editable('subTotal', 'Sub-total', edit),
  editable('freight', 'Freight', edit),
  amount('total', 'Total', unitPrice),
  { field: 'inventoryItem', header: 'Inventory Item', body: (row) => formatYesNo(row.inventoryItem) },
];

/** The same for a shop, with its order points and stock. */
export const stockColumns = (href: (row: Item) => string, edit: Edit): readonly Column[] => [
  ...priceColumns(href, edit).slice(0, -1),
  {
    ...editable('quantityInCurrent', 'Current', edit),
    key: true,
    fact: (row) => quantity(row.quantityInCurrent),
  },
  level,
  editable('orderPointWarning', 'Warning point', edit),
  editable('orderPointCritical', 'Critical point', edit),
  editable('fullPoint', 'Full point', edit),
  amount('quantityOnOrder', 'On order', quantity),
  amount('quantityInRecieved', 'Received', quantity),
  amount('suggestedOrder', 'To order', quantity),
  { ...category, hidden: true },
];

/** A builder's columns: no money. */
export const builderColumns: readonly Column[] = [
  name(),
  category,
  { ...amount('quantityInCurrent', 'Current', quantity), key: true },
  level,
  amount('quantityOnOrder', 'On order', quantity),
  amount('quantityInRecieved', 'Received', quantity),
];

/** Red below the critical order point, orange below the warning order point. */
export const stockTone = (row: Item): 'critical' | 'warning' | undefined => row.stock ?? undefined;
