import type { Knex } from 'knex';
import { notFound } from '../../kernel/errors.js';
import type { PercentRow } from '../../pricing/percent.js';
import { percentColumns } from '../../company/shops/rules.js';
import { groupPercents, standardFirst } from './rows.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';

interface Ref {
  readonly _id: string;
  readonly name: string;
}

/** A model with its category; throws not-found. */
export async function findModel(db: Knex, id: string): Promise<{ model: Ref; category: Ref }> {
  const model = await queryFirstRow<{ name: string; categoryId: string; category: string }>(
    db('shed_models as m')
      .join('shed_categories as c', 'c.id', 'm.category_id')
      .where('m.id', id)
      .first({ name: 'm.name', categoryId: 'c.id', category: 'c.name' }),
  );
  if (!model) throw notFound('Shed model');
  return { model: { _id: id, name: model.name }, category: { _id: model.categoryId, name: model.category } };
}

/** A size of a model; retail price and haul base in cents, the haul base null if none is set. */
export interface CalculatedSize {
  readonly _id: string;
  readonly width: number;
  readonly length: number;
  readonly retailPrice: number;
  readonly baseStyle: Ref;
  readonly haulBase: number | null;
}

/** The sizes of a model, sorted by width, then length. */
export async function findSized(db: Knex, modelId: string): Promise<CalculatedSize[]> {
  return queryRows<CalculatedSize>(
    db('sheds as s')
      .join('base_styles as b', 'b.id', 's.base_style_id')
      .leftJoin('haul_bases as h', (join) =>
        join
          .on('h.model_id', 's.model_id')
          .on('h.base_style_id', 's.base_style_id')
          .on('h.width', 's.width')
          .on('h.length', 's.length'),
      )
      .where('s.model_id', modelId)
      .orderByRaw('s.width, s.length, lower(b.name), s.id')
      .select({ _id: 's.id', width: 's.width', length: 's.length', retailPrice: 's.retail_price' })
      .select({ haulBase: 'h.haul_base' })
      .select(db.raw(`json_build_object('_id', b.id, 'name', b.name) as "baseStyle"`)),
  );
}

/** P1: a shop's percents for a model by order type. The company's calculator reads the standard percents first. */
export async function findPercents(
  db: Knex,
  at: { readonly shopId: string; readonly modelId: string; readonly categoryId: string },
  side: 'company' | 'shop',
) {
  const rows = await queryRows<PercentRow>(
    db('shop_percents')
      .where('shop_id', at.shopId)
      .whereRaw('(model_id = ? or category_id = ? or (model_id is null and category_id is null))', [
        at.modelId,
        at.categoryId,
      ])
      .orderByRaw('model_id is null, category_id is null')
      .select(percentColumns),
  );
  const orderedRows = side === 'company' ? standardFirst(rows) : rows;
  return { INV: groupPercents(orderedRows, 'Inventory'), NB: groupPercents(orderedRows, 'Customer') };
}
