import type { Knex } from 'knex';
import { z } from 'zod';
import { type Sheet, type SheetCell, type SheetColumn, toColumns } from '../../../files/workbook/sheet.js';
import { Feet } from '../../../kernel/records/fields.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { groupBy } from '../../../kernel/objects.js';
import { identifying, readCells } from '../cells.js';
import type { FileRow, RecordLookup, ImportColumn, Problem, Values, LookupRefusal } from '../kind.js';
import { keyText, isSameText } from '../labels.js';
import type { ImportOptions } from '../schema.js';
import { nameSheets } from '../../../files/workbook/sheet-names.js';
import { refuse } from '../problem.js';

/** A shed model and its sheet name, which is the same in every export. */
export interface ModelSheet {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly categoryId: string;
  readonly category: string;
  readonly sheet: string;
}

/** All models in order, each with its sheet name. */
export async function modelSheets(db: Knex): Promise<ModelSheet[]> {
  const models = await queryRows<Omit<ModelSheet, 'sheet'>>(
    db('shed_models as m')
      .join('shed_categories as c', 'c.id', 'm.category_id')
      .orderByRaw('lower(c.name), lower(m.name), m.id')
      .select({ id: 'm.id', name: 'm.name', code: 'm.code', categoryId: 'c.id', category: 'c.name' }),
  );
  return nameSheets(models);
}

/** The models to export: of a category, a single one, or all. */
export const chosenModels = (models: readonly ModelSheet[], { category, model }: ImportOptions): ModelSheet[] =>
  models.filter(({ id, categoryId }) => (!category || category === categoryId) && (!model || model === id));

/** The column that identifies a shed. */
export const shedId: ImportColumn = {
  ...{ header: 'id', also: ['Shed Id', '_id'], field: 'id', kind: 'text', check: z.uuid('an ID, or empty'), key: true },
};

/** The columns that identify the model and size of a row. Without a model column, the sheet name gives the model. */
export const sizeColumns: readonly ImportColumn[] = [
  { header: 'Category', also: ['Shed Category'], field: 'category', kind: 'text', check: z.string(), key: true },
  { header: 'Model', also: ['Model Name', 'Model Code'], field: 'model', kind: 'text', check: z.string(), key: true },
  { header: 'Base_Style', also: ['Style'], field: 'baseStyle', kind: 'text', check: z.string(), ...identifying },
  { header: 'Width', field: 'width', kind: 'number', check: Feet(), ...identifying },
  { header: 'Length', field: 'length', kind: 'number', check: Feet(), ...identifying },
];

/** A size of a model with a base style. */
export interface SheetSize {
  readonly modelId: string;
  readonly baseStyleId: string;
  readonly width: number;
  readonly length: number;
}

/** The columns of a size in a table. */
export const toSizeRow = ({ modelId, baseStyleId, width, length }: SheetSize) => ({
  ...{ model_id: modelId, base_style_id: baseStyleId, width, length },
});

/** The columns of a size in an export. */
export const sizeHeaders = [...toColumns('text', 'Base_Style'), ...toColumns('number', 'Width', 'Length')];

export const sheetSizeKey = ({ modelId, baseStyleId, width, length }: SheetSize): string =>
  [modelId, baseStyleId, width, length].join(' ');

/** Finds the model of a row: by its Model column, or else by its sheet name. */
export async function modelFinder(db: Knex, options: ImportOptions) {
  const models = await modelSheets(db);
  return ({ sheet, values }: FileRow): ModelSheet | Problem => getModel(models, options, sheet, values);
}

/** Finds the size of a row by the names of its model (unless already known) and base style. */
export async function sizeFinder(db: Knex, options: ImportOptions) {
  const modelIn = await modelFinder(db, options);
  const styles = await queryRows<{ id: string; name: string }>(db('base_styles').select('id', 'name'));
  const styleIdByKey = new Map(styles.flatMap(({ id, name }) => [[id, id] as const, [keyText(name), id] as const]));
  return (
    row: FileRow,
    knownModel?: Pick<ModelSheet, 'id' | 'name'>,
  ): { size: SheetSize; name: string } | LookupRefusal => {
    const { values } = row;
    const model = knownModel ?? modelIn(row);
    if ('expected' in model) return { problems: [model] };
    const style = String(values['baseStyle']);
    const baseStyleId = styleIdByKey.get(keyText(style));
    if (!baseStyleId) return refuse('Base_Style', style, 'the name of a base style');
    const { width, length } = readCells<{ width: number; length: number }>(values);
    return {
      size: { modelId: model.id, baseStyleId, width, length },
      name: `${model.name} ${style} ${width}x${length}`,
    };
  };
}

function getModel(
  models: readonly ModelSheet[],
  options: ImportOptions,
  sheet: string,
  values: Values,
): ModelSheet | Problem {
  const { model, category } = readCells<{ model?: string | null; category?: string | null }>(values);
  const candidates = chosenModels(models, options).filter(
    (one) => !category || isSameText(one.category, category) || one.categoryId === category,
  );
  const namedModels = model
    ? candidates.filter(
        ({ id, name, code }) => isSameText(name, model) || (code !== '' && isSameText(code, model)) || id === model,
      )
    : candidates.filter((one) => isSameText(one.sheet, sheet));
  const matches =
    model || namedModels.length > 0 ? namedModels : candidates.filter(({ name }) => isSameText(name, sheet));
  if (matches.length === 1 && matches[0]) return matches[0];
  if (matches.length === 0 && options.model && !model && candidates.length === 1 && candidates[0]) return candidates[0];
  const expected =
    matches.length > 1
      ? 'listed with its category: several categories have a model with this name'
      : 'the name of a model';
  return model
    ? { column: 'Model', value: model, expected }
    : { column: null, value: sheet, expected: `${expected}; name the sheet after it, or add a Model column` };
}

/** The size that a row is for, and its record; null for a new one. */
export interface SizeTarget<R> {
  readonly size: SheetSize;
  readonly record: R | null;
}

/** Finds the size of each row, and its record among the stored ones. */
export async function findBySize<R extends SheetSize & { readonly id: string; readonly before: Values }>(
  db: Knex,
  rows: readonly FileRow[],
  options: ImportOptions,
  records: readonly R[],
): Promise<RecordLookup<SizeTarget<R>>[]> {
  const findSize = await sizeFinder(db, options);
  const recordBySize = new Map(records.map((record) => [sheetSizeKey(record), record]));
  return rows.map((row) => {
    const match = findSize(row);
    if ('problems' in match) return match;
    const { size, name } = match;
    const record = recordBySize.get(sheetSizeKey(size)) ?? null;
    return { key: record?.id ?? sheetSizeKey(size), name, target: { size, record }, before: record?.before ?? null };
  });
}

/** The sheets of an export: one per model that has rows. */
export function sheetsByModel<R extends { readonly modelId: string }>(
  models: readonly ModelSheet[],
  rows: readonly R[],
  columns: readonly SheetColumn[],
  cells: (row: R) => readonly SheetCell[],
): Sheet[] {
  const byModel = groupBy(rows, ({ modelId }) => modelId);
  return models
    .filter(({ id }) => byModel.has(id))
    .map(({ id, sheet }) => ({ name: sheet, columns, rows: (byModel.get(id) ?? []).map(cells) }));
}
