import type { Knex } from 'knex';
import type { StoredShed } from './find-sheds.js';
import { type Labels, buildLabels } from '../labels.js';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { groupBy } from '../../../kernel/objects.js';

/** A component of a shed. */
export interface ShedPart {
  readonly shedId: string;
  readonly componentId: string;
  readonly quantity: number;
}

interface Component {
  readonly id: string;
  readonly name: string;
  /** Its component category. */
  readonly within: string;
  readonly shedCategoryId: string;
}

export const splitParts = async (db: Knex): Promise<ShedPart[]> =>
  await queryRows<ShedPart>(db('shed_components').select(mapColumns('shedId componentId quantity')));

/** The spreadsheet names of a shed's components: those for its category, and any others it has. */
export async function componentLabels(db: Knex, parts: readonly ShedPart[]): Promise<(shed: StoredShed) => Labels> {
  const components = await queryRows<Component>(
    db('components as c')
      .join('component_categories as g', 'g.id', 'c.category_id')
      .orderByRaw('lower(c.name), c.id')
      .select({ id: 'c.id', name: 'c.name', within: 'g.name', shedCategoryId: 'c.shed_category_id' }),
  );
  const byId = new Map(components.map((component) => [component.id, component]));
  const ofCategory = groupBy(components, ({ shedCategoryId }) => shedCategoryId);
  const partsBy = groupBy(parts, ({ shedId }) => shedId);
  const labelsByCategory = new Map<string, Labels>();
  return ({ id, categoryId }) => {
    const besides = (partsBy.get(id) ?? [])
      .flatMap(({ componentId }) => byId.get(componentId) ?? [])
      .filter(({ shedCategoryId }) => shedCategoryId !== categoryId);
    const key = [categoryId, ...besides.map((component) => component.id).sort()].join(' ');
    const labels =
      labelsByCategory.get(key) ??
      buildLabels(
        [...(ofCategory.get(categoryId) ?? []), ...besides],
        'a component of its category',
        'component category',
      );
    labelsByCategory.set(key, labels);
    return labels;
  };
}
