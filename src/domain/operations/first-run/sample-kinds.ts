import type { Knex } from 'knex';
import type { z } from 'zod';
import { addOnLaborKind } from '../../catalogue/addon-labor/queries.js';
import { addOnCategoryKind, addOnKind, parentKind } from '../../catalogue/addons/queries.js';
import { baseStyleKind } from '../../catalogue/base-styles/queries.js';
import { componentCategoryKind, componentKind } from '../../catalogue/components/queries.js';
import { haulBaseKind } from '../../catalogue/haul-bases/queries.js';
import { itemCategoryKind, itemKind } from '../../catalogue/items/queries.js';
import { shedLaborKind } from '../../catalogue/shed-labor/queries.js';
import { categoryKind, modelKind, shedKind } from '../../catalogue/sheds/queries.js';
import { dealerKind } from '../../company/dealers/service.js';
import { shopKind } from '../../company/shops/queries.js';
import type { WriteCtx } from '../../kernel/context.js';
import { isRefusal } from '../../kernel/errors.js';
import { isObject } from '../../kernel/objects.js';
import { deleteRecord, type RecordBase, type RecordKind, traceAdded } from '../../kernel/records/record.js';
import type { Use } from '../../kernel/records/uses.js';
import { queryRows } from '../../kernel/database/rows.js';

/** A record of the sample in its current state. */
export interface SampleRecord {
  readonly id: string;
  /** Its display name: `Item "Ridge cap"`. */
  readonly name: string;
  readonly isChanged: boolean;
}

/** A kind of record in the sample: its table, and how its records are found, recorded and deleted. */
export interface SampleKind {
  readonly entity: string;
  readonly table: string;
  readonly find: (db: Knex, ids: string[]) => Promise<SampleRecord[]>;
  readonly trace: (tx: WriteCtx, ids: readonly string[]) => Promise<void>;
  /** Deletes a record, or returns why not if something uses it. */
  readonly remove: (tx: WriteCtx, id: string) => Promise<string | null>;
}

/** Every order blocks deletion, not only an open one, because it keeps what it was sold as. */
const orders = (column: string): Use => ({
  table: 'orders',
  column,
  one: 'order',
  many: 'orders',
  name: 'serial_number',
});
/** The values that shops set over those of a record. */
const ownValues = (table: string, column: string): Use => ({ table, column, one: 'shop value', many: 'shop values' });

const ofShop = ['shop_item_values', 'shop_base_styles', 'shop_shed_labor', 'shop_addon_labor', 'add_on_items'];

/** Every kind of record in the sample, each before those it uses, which is the sequence of removal. */
export const sampleKinds: readonly SampleKind[] = [
  toSample(dealerKind, 'Dealer', [orders('dealer_id')]),
  toSample(shopKind, 'Shop', [orders('shop_id'), ...ofShop.map((table) => ownValues(table, 'shop_id'))]),
  toSample(shedKind, 'Shed', [orders('shed_id')]),
  toSample(shedLaborKind, 'Labor', [ownValues('shop_shed_labor', 'shed_labor_id')]),
  toSample(haulBaseKind, 'Haul base', []),
  toSample(modelKind, 'Model', [
    orders('model_id'),
    { table: 'shed_labor', column: 'model_id', one: 'labor record', many: 'labor records' },
    { table: 'haul_bases', column: 'model_id', one: 'haul base', many: 'haul bases' },
  ]),
  toSample(baseStyleKind, 'Base style', [ownValues('shop_base_styles', 'base_style_id')]),
  toSample(componentKind, 'Component', []),
  toSample(componentCategoryKind, 'Component category', []),
  toSample(addOnKind, 'Add-on', [
    orders('id in (select order_id from order_lines where add_on_id = ?)'),
    ownValues('add_on_items', 'shop_id is not null and add_on_id = ?'),
  ]),
  toSample(addOnLaborKind, 'Add-on labor', [ownValues('shop_addon_labor', 'addon_labor_id')]),
  toSample(addOnCategoryKind, 'Add-on category', []),
  toSample(categoryKind, 'Shed category', [orders('category_id')]),
  toSample(parentKind, 'Add-on parent category', []),
  toSample(itemKind, 'Item', [ownValues('shop_item_values', 'item_id')]),
  toSample(itemCategoryKind, 'Item category', []),
];

function toSample<S extends z.ZodType>(kind: RecordKind<S>, word: string, more: readonly Use[]): SampleKind {
  const { entity, table } = kind;
  const strict = { ...kind, uses: [...kind.uses.filter((use) => use.table !== 'orders'), ...more] };
  return {
    entity,
    table,
    find: async (db, ids) => {
      const records = await queryRows<NamedRecord>(kind.find(db, ids)); // every record has the fields of the base
      return records.map((record) => ({
        id: record._id,
        name: `${word} ${formatName(record)}`,
        isChanged: record.revision > 1,
      }));
    },
    trace: (tx, ids) => traceAdded(tx, kind, ids),
    remove: (tx, id) => deleteRecord(tx, strict, id).then(() => null, explainUse),
  };
}

interface NamedRecord extends RecordBase {
  readonly name?: unknown;
  readonly model?: unknown;
  readonly width?: unknown;
  readonly length?: unknown;
}

/** `"Ridge cap"`, or the model and size of a record without a name. */
function formatName({ name: ownName, model, width, length }: NamedRecord): string {
  if (typeof ownName === 'string') return `"${ownName}"`;
  const name = isObject(model) ? String(model['name']) : '';
  return `"${name} ${String(width)}x${String(length)}"`;
}

function explainUse(error: unknown): string {
  if (!isRefusal(error, 'in-use')) throw error;
  return `used by ${error.details.by.join(', ')}`;
}
