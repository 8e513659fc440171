import type { Knex } from 'knex';
import { tableAt } from '../../../catalogue/prices/as-of.js';
import type { FileRow, Problem, Values, LookupRefusal } from '../kind.js';
import { isSameText } from '../labels.js';
import { chosenModels, modelFinder, modelSheets, type SheetSize } from './places.js';
import type { ImportOptions } from '../schema.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { groupBy } from '../../../kernel/objects.js';
import { refuse } from '../problem.js';

/** A shed of the catalogue with its spreadsheet names. */
export interface StoredShed extends SheetSize {
  readonly id: string;
  readonly model: string;
  readonly categoryId: string;
  readonly baseStyle: string;
  readonly ssId: string | null;
  /** Retail price in cents. */
  readonly cents: number;
}

/** The sheds of the chosen models, by size and base style, now or at a past moment. */
export async function storedSheds(db: Knex, options: ImportOptions, at?: string): Promise<StoredShed[]> {
  const models = chosenModels(await modelSheets(db), options).map(({ id }) => id);
  return await queryRows<StoredShed>(
    db
      .from(at ? tableAt(db, 'sheds', 's', at) : 'sheds as s')
      .join('shed_models as m', 'm.id', 's.model_id')
      .join('base_styles as b', 'b.id', 's.base_style_id')
      .whereRaw('m.id = any(?)', [models])
      .orderByRaw('s.width, s.length, lower(b.name), s.id')
      .select({ id: 's.id', modelId: 'm.id', model: 'm.name', categoryId: 'm.category_id', baseStyleId: 'b.id' })
      .select({ baseStyle: 'b.name', width: 's.width', length: 's.length' })
      .select({ ssId: db.raw(`nullif(s.ss_id, '')`), cents: 's.retail_price' }),
  );
}

export const shedName = ({ model, baseStyle, width, length }: StoredShed): string =>
  `${model} ${baseStyle} ${width}x${length}`;

/**
 * Finds the shed of a row by model, width, length and, if a size has several, base style. `or` names a column that
 * could identify it instead.
 */
export async function shedFinder(db: Knex, sheds: readonly StoredShed[], options: ImportOptions, or: string) {
  const modelIn = await modelFinder(db, options);
  const bySize = groupBy(sheds, ({ modelId, width, length }) => [modelId, width, length].join(' '));
  return (row: FileRow): StoredShed | LookupRefusal => {
    const { width, length } = row.values;
    const emptyColumns = [...(isGiven(width) ? [] : ['Width']), ...(isGiven(length) ? [] : ['Length'])];
    if (emptyColumns.length > 0)
      return { problems: emptyColumns.map((column) => ({ column, value: null, expected: `filled in, or ${or}` })) };
    const model = modelIn(row);
    if ('expected' in model) return { problems: [model] };
    const all = bySize.get([model.id, width, length].join(' ')) ?? [];
    return inStyle(all, row.values, `${model.name} ${String(width)}x${String(length)}`);
  };
}

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function inStyle(all: readonly StoredShed[], values: Values, size: string): StoredShed | LookupRefusal {
  const style = isGiven(values['baseStyle']) ? String(values['baseStyle']) : null;
  const candidates = style === null ? all : all.filter(({ baseStyle }) => isSameText(baseStyle, style));
  if (candidates.length === 1 && candidates[0]) return candidates[0];
  if (all.length === 0) return refuse(null, size, 'a shed in the catalogue');
  const styles = all.map(({ baseStyle }) => baseStyle).join(', ');
  const expected =
    style === null ? `filled in: ${size} comes in ${styles}` : `a base style that ${size} comes in: ${styles}`;
  return refuse('Base_Style', style, expected);
}

/** The problems of a row whose size differs from the shed it names by ID. */
export function otherSize({ values }: FileRow, shed: StoredShed, by: string): Problem[] {
  const parts = [
    ['Width', values['width'], shed.width],
    ['Length', values['length'], shed.length],
  ] as const;
  return parts
    .filter(([, value, storedValue]) => isGiven(value) && value !== storedValue)
    .map(([column, value, storedValue]) => ({
      column,
      value: String(value),
      expected: `${storedValue}, as in the shed with this ${by}`,
    }));
}
