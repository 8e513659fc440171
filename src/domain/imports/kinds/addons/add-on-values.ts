import type { Knex } from 'knex';
import { getModes } from '../../../catalogue/addons/schema.js';
import { byFlag } from '../../../pricing/case/case.js';
import type { Problem, Values } from '../../reading/kind.js';
import { type Labels, buildLabels, plainText, textOrStored } from '../../reading/labels.js';
import { itemLabels, itemValues } from './add-on-items.js';
import type { AddOnCategorySheet, AddOnRecordFields, StoredAddOn } from './add-on-records.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { toKeys, toRecord } from '../../../kernel/objects.js';
import { readCells } from '../../reading/cells.js';

/** The checkbox columns of an add-on. */
export const addOnFlags = {
  discount: 'Discount',
  steeperPitch: 'Steeper_Pitch',
  onSiteFee: 'On_Site_Fee',
  nonInventory: 'Non_Inventory',
} as const;
export const flagFields = toKeys(addOnFlags);

/** The spreadsheet names of items and labor. */
export interface AddOnNames {
  readonly items: Labels;
  readonly labor: Labels;
}

export async function addOnNames(db: Knex): Promise<AddOnNames> {
  const rows = await queryRows<{ id: string; name: string; within: string }>(
    db('addon_labor as l')
      .leftJoin('addon_categories as c', 'c.id', 'l.category_id')
      .select({ id: 'l.id', name: 'l.name' })
      .select(db.raw(`coalesce(c.name, 'no category') as within`)),
  );
  return { items: await itemLabels(db), labor: buildLabels(rows, 'an add-on labor record', 'category') };
}

/** An add-on as spreadsheet values, by field. */
export function addOnValues(
  { addOn, fields }: StoredAddOn,
  place: AddOnCategorySheet | undefined,
  names: AddOnNames,
): Values {
  return {
    parentCategory: place?.parent,
    category: place?.name,
    name: plainText(addOn.name),
    type: addOn.type,
    retailPrice: addOn.retailPrice,
    shopPercent: addOn.shopPercent,
    ssId: plainText(addOn.ssId) || null,
    addOnLabor: addOn.addOnLabor && names.labor.of(addOn.addOnLabor._id),
    mode: getModes(addOn)[0] ?? null,
    ...Object.fromEntries(flagFields.map((flag) => [flag, addOn[flag]])),
    standardNonInvCost: addOn.nonInventory ? addOn.standardNonInvCost : null,
    ...itemValues(fields.standardItems, names.items),
  };
}

/** The labor in a row, or the stored one if the row has no such column; or a problem. */
export function readLabor(
  values: Values,
  addOn: StoredAddOn | undefined,
  labor: Labels,
): { id: string | null } | Problem {
  const { addOnLabor: laborName } = readCells<{ addOnLabor?: string | null }>(values);
  if (laborName === undefined) return { id: addOn?.fields.addOnLabor ?? null };
  return laborName === null ? { id: null } : labor.find('Labor', laborName);
}

/** The fields of an add-on after a row is applied. An empty cell keeps the stored value, or clears an optional one. */
export function readFields(
  values: Values,
  addOn: StoredAddOn | undefined,
): Omit<AddOnRecordFields, 'category' | 'addOnLabor' | 'standardItems'> {
  const before = addOn?.fields;
  const keepStored = <F extends keyof AddOnRecordFields>(field: F, otherwise?: AddOnRecordFields[F]) =>
    (values[field] ?? before?.[field] ?? otherwise) as AddOnRecordFields[F]; // the column checked it
  const clearValue = <V>(field: string, now: V, emptyValue: V): V =>
    values[field] === undefined ? now : (readCells<Readonly<Record<string, V | null>>>(values)[field] ?? emptyValue);
  const mode = clearValue<string | null>('mode', (before && getModes(before)[0]) ?? null, null);
  const flags = toRecord(flagFields, (flag) => keepStored(flag, false));
  const cost = clearValue('standardNonInvCost', before?.standardNonInvCost ?? null, null);
  return {
    name: textOrStored(keepStored('name'), addOn?.addOn.name),
    type: keepStored('type'),
    retailPrice: keepStored('retailPrice'),
    shopPercent: keepStored('shopPercent'),
    ssId: textOrStored(clearValue('ssId', before?.ssId ?? '', ''), before?.ssId),
    ...byFlag((flag) => flag === mode),
    ...flags,
    standardNonInvCost: flags.nonInventory ? cost : null,
  };
}

/** The values of a row with full names, and without a non-inventory cost unless the add-on is non-inventory. */
export function fullValues(
  values: Values,
  fields: AddOnRecordFields,
  place: AddOnCategorySheet,
  { labor }: AddOnNames,
): Values {
  const { addOnLabor, nonInventory } = fields;
  return {
    ...values,
    ...(values['addOnLabor'] && addOnLabor ? { addOnLabor: labor.of(addOnLabor) } : {}),
    ...(values['category'] ? { category: place.name } : {}),
    ...(values['parentCategory'] ? { parentCategory: place.parent } : {}),
    ...(nonInventory ? {} : { standardNonInvCost: null }),
  };
}
