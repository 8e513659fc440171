import type { Knex } from 'knex';
import type { FileRow, Problem } from '../../reading/kind.js';
import { isSameText, type Labels, buildLabels } from '../../reading/labels.js';
import { type CategorySheet, categorySheets } from '../../reading/sheds/sheet-names.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { present, groupBy } from '../../../kernel/objects.js';
import { readCells } from '../../reading/cells.js';

/**
 * A component under its spreadsheet name, which includes the shed category if others in its category have the same
 * name.
 */
export interface ComponentRow {
  readonly id: string;
  readonly label: string;
  readonly categoryId: string;
  readonly category: string;
  readonly shedCategory: string;
}

/** All components by name, the categories with their sheet names, and a finder for the component of a row. */
export interface Components {
  readonly all: readonly ComponentRow[];
  readonly sheets: readonly CategorySheet[];
  find(row: FileRow): ComponentRow | Problem;
}

type StoredComponent = Omit<ComponentRow, 'label'> & { readonly name: string };

/** Reads the components. A row refers to one by ID, or by name in the category given by a column or the sheet. */
export async function getComponents(db: Knex): Promise<Components> {
  const components = await queryRows<StoredComponent>(
    db('components as c')
      .join('component_categories as g', 'g.id', 'c.category_id')
      .join('shed_categories as s', 's.id', 'c.shed_category_id')
      .orderByRaw('g.priority, lower(g.name), lower(c.name), lower(s.name), c.id')
      .select({ id: 'c.id', name: 'c.name', categoryId: 'g.id', category: 'g.name', shedCategory: 's.name' }),
  );
  const byCategory = groupBy(components, ({ categoryId }) => categoryId);
  const labelsIn = new Map([...byCategory].map(([id, items]) => [id, groupByName(items)]));
  const all = components.map(({ name: _, ...row }): ComponentRow => {
    return { ...row, label: labelsIn.get(row.categoryId)?.of(row.id) ?? row.id };
  });
  const sheets = await categorySheets(db, 'component_categories', 'priority, lower(name), id');
  return { all, sheets, find: finder({ all, sheets, labelsIn, labels: groupByName(components) }) };
}

interface ComponentLookup extends Omit<Components, 'find'> {
  readonly labelsIn: ReadonlyMap<string, Labels>;
  readonly labels: Labels;
}

interface ComponentCells {
  readonly componentId?: string | null;
  readonly category?: string | null;
  readonly shedCategory?: string | null;
  readonly name?: string | null;
}

function finder({ all, sheets, labelsIn, labels }: ComponentLookup): Components['find'] {
  const byId = new Map(all.map((row) => [row.id, row]));
  return ({ sheet, values }) => {
    const { componentId: id, category, shedCategory, name } = readCells<ComponentCells>(values);
    if (id) return byId.get(id) ?? { column: 'Component_Id', value: id, expected: 'the ID of a component, or empty' };
    const place = sheets.find((one) => isNamed(one, category ?? sheet));
    if (!place && category)
      return { column: 'Category', value: category, expected: 'the name of a component category' };
    const categoryLabels = place ? (labelsIn.get(place.id) ?? groupByName([])) : labels;
    const fullMatch = shedCategory ? categoryLabels.find('Name', `${name ?? ''} (${shedCategory})`) : null;
    const component = fullMatch && 'id' in fullMatch ? fullMatch : categoryLabels.find('Name', name ?? '');
    if ('expected' in component) return component;
    const row = present(byId.get(component.id));
    if (!shedCategory || isSameText(row.shedCategory, shedCategory)) return row;
    return {
      column: 'Shed_Category',
      value: shedCategory,
      expected: `a shed category with the component ${name ?? ''}`,
    };
  };
}

const groupByName = (rows: readonly StoredComponent[]) =>
  buildLabels(
    rows.map(({ id, name, shedCategory }) => ({ id, name, within: shedCategory })),
    'a component',
    'shed category',
  );

const isNamed = ({ name, sheet }: CategorySheet, text: string): boolean =>
  isSameText(name, text) || isSameText(sheet, text);
