import type { Knex } from 'knex';
import type { Values } from '../../reading/kind.js';
import type { SheetSize } from '../../reading/sheds/places.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { toKeys, toRecord } from '../../../kernel/objects.js';

/** The database column of each labor value, the same for standard and shop values. */
export const laborColumns = {
  ...{ buildBase: 'build_base', roofBase: 'roof_base', trussCount: 'truss_count' },
  ...{ paintHours: 'paint_hours', doorCost: 'door_cost' },
} as const;
export type LaborField = keyof typeof laborColumns;
export const laborFields = toKeys(laborColumns);

/** Labor values as a spreadsheet shows them. An empty door cost means that of the base style. */
type Labor = Readonly<Record<LaborField, number | null>>;
/** A shed labor record with its standard values and a shop's overrides. */
export interface StoredLabor extends SheetSize {
  readonly id: string;
  readonly baseStyle: string;
  readonly standard: Labor;
  readonly own: Labor;
  /** The values that apply at the shop, or the standard values. */
  readonly before: Labor;
}
/**
 * Converts values to the field names of a shed labor record: shop values keep their names, standard values get their
 * prefix.
 */
export const asRecord = (values: Values | null, shop: string | undefined): Values =>
  Object.fromEntries(
    laborFields.map((field) => {
      const name = shop ? field : `standard${field.charAt(0).toUpperCase()}${field.slice(1)}`;
      return [name, values?.[field] ?? null];
    }),
  );

/** Shed labor by size, with a shop's overrides. */
export async function storedLabor(db: Knex, shop: string | undefined): Promise<StoredLabor[]> {
  const rows = await queryRows<
    Omit<StoredLabor, 'standard' | 'own' | 'before'> & { standard: Cells; own: Cells | null }
  >(
    db('shed_labor as l')
      .join('base_styles as b', 'b.id', 'l.base_style_id')
      .joinRaw('left join shop_shed_labor o on o.shed_labor_id = l.id and o.shop_id = ?', [shop ?? null])
      .orderByRaw('l.width, l.length, lower(b.name), l.id')
      .select({ id: 'l.id', modelId: 'l.model_id', baseStyleId: 'b.id', baseStyle: 'b.name' })
      .select({ width: 'l.width', length: 'l.length' })
      .select(db.raw('to_jsonb(l) as standard, to_jsonb(o) as own')),
  );
  return rows.map(({ standard: all, own: ofShop, ...size }) => {
    const [standard, shopLabor] = [getLabor(all), getLabor(ofShop ?? {})];
    return { ...size, standard, own: shopLabor, before: shop ? counting(standard, shopLabor) : standard };
  });
}

type Cells = Readonly<Record<string, number | null>>;

const getLabor = (cells: Cells): Labor => {
  const { door_cost: cents = null } = cells;
  return {
    ...toRecord(laborFields, (field) => cells[laborColumns[field]] ?? null),
    doorCost: cents === null ? null : cents / 100,
  };
};

/**
 * The shop's overrides, or else the standard values. An empty door cost stays empty, because it may follow the shop's
 * base style.
 */
const counting = (standard: Labor, shopLabor: Labor): Labor =>
  toRecord(laborFields, (field) => shopLabor[field] ?? (field === 'doorCost' ? null : standard[field]));
