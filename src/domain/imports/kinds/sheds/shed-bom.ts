import type { Knex } from 'knex';
import { toColumns } from '../../../files/workbook/sheet.js';
import { Quantity, RequiredText } from '../../../kernel/records/fields.js';
import { exportName } from '../../reading/export-name.js';
import { otherSize, shedFinder, shedName, type StoredShed, storedSheds } from '../../reading/sheds/find-sheds.js';
import type { AboutKind, FileRow, RecordLookup, Spreadsheet, Values, LookupRefusal } from '../../reading/kind.js';
import { modelSheets, shedId, sheetsByModel, sizeColumns, sizeHeaders } from '../../reading/sheds/places.js';
import { componentLabels, splitParts } from '../../reading/sheds/shed-components.js';
import { groupBy } from '../../../kernel/objects.js';
import { refuse } from '../../reading/problem.js';
import { identifying, readCells } from '../../reading/cells.js';

interface Target {
  readonly shedId: string;
  readonly componentId: string;
}

const Name = RequiredText('a name', 500);
const toKey = ({ shedId, componentId }: Target): string => `${shedId} ${componentId}`;

export const about: AboutKind = {
  title: 'Shed BOM',
  purpose: 'The components of each shed.',
  takes: ['category', 'model'],
  importing: 'catalogue.write',
  exporting: 'catalogue.view',
  movesPrices: true,
};

/**
 * The components of sheds, one sheet per model. Components missing from a file are unchanged; quantity 0 removes one.
 */
export const shedBom: Spreadsheet<Target> = {
  ...about,
  entity: 'shed',
  tables: ['sheds', 'shed_components'],
  columns: () => [
    shedId,
    ...sizeColumns.map(({ required: _, ...column }) => column),
    { header: 'Component', also: ['Component Name'], field: 'component', kind: 'text', check: Name, ...identifying },
    { header: 'Quantity', also: ['Qty'], field: 'quantity', kind: 'number', check: Quantity(), required: true },
  ],
  find: async (db, rows, options) => {
    const findShed = await byIdOrSize(db, await storedSheds(db, options), options);
    const parts = await splitParts(db);
    const labelsFor = await componentLabels(db, parts);
    const quantityByPart = new Map(parts.map((part) => [toKey(part), part.quantity]));
    return rows.map((row) => {
      const shed = findShed(row);
      if ('problems' in shed) return shed;
      const component = labelsFor(shed).find('Component', String(row.values['component']));
      return 'id' in component ? foundPart(row, shed, component.id, quantityByPart) : { problems: [component] };
    });
  },
  write: async (tx, changes) => {
    const rows = changes.map(({ target, after }) => ({
      shed_id: target.shedId,
      component_id: target.componentId,
      quantity: after['quantity'],
    }));
    const [removedRows, storedRows] = [
      rows.filter(({ quantity }) => quantity === 0),
      rows.filter(({ quantity }) => quantity !== 0),
    ];
    await tx.db.raw(
      `delete from shed_components p using json_populate_recordset(null::shed_components, ?) x
        where p.shed_id = x.shed_id and p.component_id = x.component_id`,
      [JSON.stringify(removedRows)],
    );
    await tx.db.raw(
      `insert into shed_components (shed_id, component_id, quantity)
       select shed_id, component_id, quantity from json_populate_recordset(null::shed_components, ?)
       on conflict (shed_id, component_id) do update set quantity = excluded.quantity`,
      [JSON.stringify(storedRows)],
    );
    const ids = rows.map(({ shed_id }) => shed_id);
    await tx.db.raw('update sheds set revision = revision + 1, updated_at = now() where id = any(?)', [ids]);
    return ids;
  },
  describeChange: ({ target, before, after }) => {
    const component = { _id: target.componentId, name: after['component'] };
    const lines = (values: Values | null) =>
      values?.['quantity'] ? [{ component, quantity: values['quantity'] }] : [];
    return { before: { components: lines(before) }, after: { components: lines(after) } };
  },
  export: async ({ db }, options) => {
    const sheds = new Map((await storedSheds(db, options)).map((shed) => [shed.id, shed]));
    const parts = await splitParts(db);
    const labelsFor = await componentLabels(db, parts);
    const byShed = groupBy(parts, ({ shedId }) => shedId);
    const rows = [...sheds.values()].flatMap((shed) =>
      (byShed.get(shed.id) ?? [])
        .map(({ componentId, quantity }) => ({ ...shed, component: labelsFor(shed).of(componentId), quantity }))
        .sort((a, b) => a.component.localeCompare(b.component, 'en')),
    );
    const columns = [
      { header: 'id', kind: 'text', width: 38 } as const,
      ...sizeHeaders,
      { header: 'Component', kind: 'text', width: 40 } as const,
      ...toColumns('number', 'Quantity'),
    ];
    const sheets = sheetsByModel(await modelSheets(db), rows, columns, (row) => [
      row.id,
      row.baseStyle,
      row.width,
      row.length,
      row.component,
      row.quantity,
    ]);
    return { name: await exportName(db, 'Shed_BOM', options), sheets };
  },
  successText: ({ changed, sheets }) => `Successfully imported ${changed} records from ${sheets} sheets.`,
};

/** Finds a row's shed by ID, or by model, size and base style. */
async function byIdOrSize(db: Knex, sheds: readonly StoredShed[], options: Parameters<typeof shedFinder>[2]) {
  const byId = new Map(sheds.map((shed) => [shed.id, shed]));
  const bySize = await shedFinder(db, sheds, options, 'id');
  return (row: FileRow): StoredShed | LookupRefusal => {
    const { id } = readCells<{ id?: string | null }>(row.values);
    if (!id) return bySize(row);
    const shed = byId.get(id);
    if (!shed) return refuse('id', id, 'the ID of a shed, or empty');
    const problems = otherSize(row, shed, 'id');
    return problems.length > 0 ? { problems } : shed;
  };
}

/** The stored component of a row's shed. With quantity 0, a shed without the component counts as unchanged. */
function foundPart(
  { values }: FileRow,
  shed: StoredShed,
  componentId: string,
  quantityByPart: ReadonlyMap<string, number>,
): RecordLookup<Target> {
  const target = { shedId: shed.id, componentId };
  const quantity = quantityByPart.get(toKey(target)) ?? (values['quantity'] === 0 ? 0 : null);
  return {
    key: toKey(target),
    name: `${shedName(shed)}, ${String(values['component'])}`,
    target,
    before: quantity === null ? null : { quantity },
  };
}
