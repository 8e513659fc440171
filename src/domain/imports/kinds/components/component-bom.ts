import { z } from 'zod';
import { can } from '../../../kernel/rights/permissions.js';
import { type SheetColumn, toColumns } from '../../../files/workbook/sheet.js';
import { Quantity } from '../../../kernel/records/fields.js';
import { exportName } from '../../reading/export-name.js';
import { identifying, readCells } from '../../reading/cells.js';
import type {
  AboutKind,
  FileRow,
  RecordLookup,
  ImportColumn,
  Problem,
  Spreadsheet,
  Values,
} from '../../reading/kind.js';
import { type Labels } from '../../reading/labels.js';
import { itemLabels } from '../addons/add-on-items.js';
import { type ComponentLine, lineFinder, storedLines, type ComponentTarget, writeLines } from './component-lines.js';
import { type ComponentRow, getComponents } from './component-sheets.js';
import { groupBy } from '../../../kernel/objects.js';

const columns: readonly ImportColumn[] = [
  { header: 'Component_Id', field: 'componentId', kind: 'text', check: z.uuid('an ID, or empty'), key: true },
  { header: 'Item_Id', field: 'itemId', kind: 'text', check: z.uuid('an ID, or empty'), key: true },
  { header: 'Category', also: ['Component Category'], field: 'category', kind: 'text', check: z.string(), key: true },
  { header: 'Shed_Category', field: 'shedCategory', kind: 'text', check: z.string(), key: true },
  {
    header: 'Name',
    also: ['Component', 'Component Name'],
    field: 'name',
    kind: 'text',
    check: z.string(),
    ...identifying,
  },
  { header: 'Item', also: ['Item Name'], field: 'item', kind: 'text', check: z.string(), ...identifying },
  { header: 'Quantity', also: ['Qty'], field: 'quantity', kind: 'number', check: Quantity(), required: true },
];

export const about: AboutKind = {
  title: 'Component BOM',
  purpose: 'The items of each component.',
  takes: ['category'],
  importing: 'catalogue.write',
  exporting: 'catalogue.read',
  movesPrices: true,
};

/** The items of components, one sheet per component category and one row per item. */
export const componentBom: Spreadsheet<ComponentTarget> = {
  ...about,
  entity: 'component',
  tables: ['components', 'component_items'],
  columns: () => columns,
  find: async (db, rows) => {
    const components = await getComponents(db);
    const labels = await itemLabels(db);
    const toLine = lineFinder(await storedLines(db));
    return rows.map((row) => {
      const component = components.find(row);
      const item = toItem(row, labels);
      const problems = [component, item].filter((match): match is Problem => 'expected' in match);
      if ('expected' in component || 'expected' in item) return { problems };
      return foundLine(component, item, toLine(component.id, item.id), row);
    });
  },
  write: writeLines,
  describeChange: ({ target, before, after }) => {
    const item = { _id: target.itemId, name: after['item'] };
    const lines = (values: Values | null) =>
      values?.['quantity'] ? [{ item, description: '', quantity: values['quantity'] }] : [];
    return { before: { standardItems: lines(before) }, after: { standardItems: lines(after) } };
  },
  export: async ({ db, actor }, { category }) => {
    const { all, sheets: categorySheets } = await getComponents(db);
    const labels = await itemLabels(db);
    const canSeeIds = can(actor, 'components.ids');
    const byComponent = groupBy(await storedLines(db), ({ componentId }) => componentId);
    const cells = (component: ComponentRow) =>
      (byComponent.get(component.id) ?? []).map(({ itemId, quantity }) => [
        component.label,
        labels.of(itemId),
        quantity,
        ...(canSeeIds ? [component.id, itemId, component.category, component.shedCategory] : []),
      ]);
    const sheets = categorySheets
      .filter(({ id }) => !category || id === category)
      .map(({ id, sheet }) => ({
        name: sheet,
        columns: canSeeIds ? [...firstColumns, ...withIds] : firstColumns,
        rows: all.filter(({ categoryId }) => categoryId === id).flatMap(cells),
      }))
      .filter(({ rows }) => rows.length > 0);
    return { name: await exportName(db, 'Component_BOM', { category }, 'component'), sheets };
  },
  successText: () => 'component is updated',
};

const firstColumns: readonly SheetColumn[] = [
  { header: 'Name', kind: 'text', width: 36 },
  { header: 'Item', kind: 'text', width: 36 },
  ...toColumns('number', 'Quantity'),
];
const withIds: readonly SheetColumn[] = [
  { header: 'Component_Id', kind: 'text', width: 38 },
  { header: 'Item_Id', kind: 'text', width: 38 },
  ...toColumns('text', 'Category', 'Shed_Category'),
];

function toItem({ values }: FileRow, labels: Labels): { id: string } | Problem {
  const { itemId, item } = readCells<{ itemId?: string | null; item: string }>(values);
  if (!itemId) return labels.find('Item', item);
  return labels.has(itemId)
    ? { id: itemId }
    : { column: 'Item_Id', value: itemId, expected: 'the ID of an item, or empty' };
}

/** A single line. Removing an item that is not there changes nothing. */
function foundLine(
  component: ComponentRow,
  item: { id: string },
  line: ComponentLine | null,
  row: FileRow,
): RecordLookup<ComponentTarget> {
  const isNothing = line === null && row.values['quantity'] === 0;
  return {
    key: line?.id ?? `${component.id} ${item.id}`,
    name: `${component.label}: ${String(row.values['item'])}`,
    target: { componentId: component.id, itemId: item.id, id: line?.id ?? null },
    before: line || isNothing ? { quantity: line?.quantity ?? 0 } : null,
  };
}
