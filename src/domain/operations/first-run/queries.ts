import type { Knex } from 'knex';
import { queryFirstRow, queryOnlyRow } from '../../kernel/database/rows.js';
import { settingColumns } from '../../company/company/schema.js';
import type { FirstStep } from './schema.js';

interface FirstOrder {
  readonly _id: string;
  readonly serialNumber: string;
  readonly createdAt: string;
}

/** The first order that was priced and pushed, and whether an invoice was issued. */
export async function findFirstOrder(db: Knex): Promise<{ order: FirstOrder | null; isInvoicing: boolean }> {
  const order = await queryFirstRow<FirstOrder>(
    db('orders')
      .whereRaw(`status not in ('New', 'Canceled') and cost_known`)
      .orderBy('id')
      .first({ _id: 'id', serialNumber: 'serial_number', createdAt: 'created_at' }),
  );
  return { order: order ?? null, isInvoicing: Boolean(await db('invoices').first('id')) };
}

const hasRates = Object.values(settingColumns)
  .map((column) => `${column} <> 0`)
  .join(' or ');
const percents = ['nb', 'inv'].flatMap((type) => [
  `eight_ten_twelve_${type}_percent`,
  `fourteen_sixteen_${type}_percent`,
]);

/** A company's progress with each step. A step is done when pricing finds what it needs. */
export async function findProgress(db: Knex): Promise<Record<FirstStep, { count: number; done: boolean }>> {
  const row = await queryOnlyRow<Record<string, number | boolean>>(
    db.raw(`select
      (select count(*)::int from company_colors) as company,
      (select count(distinct kind) = 3 from company_colors) as company_done,
      (select count(*)::int from base_styles) as rates,
      exists (select from companies where ${hasRates}) and exists (select from base_styles) as rates_done,
      (select count(*)::int from items) as items,
      exists (select from items where total > 0) as items_done,
      (select count(*)::int from sheds) as models,
      exists (select from sheds s where s.retail_price > 0
        and exists (select from shed_components c join component_items i on i.component_id = c.component_id where c.shed_id = s.id)
        and exists (select from shed_labor l where l.model_id = s.model_id and l.base_style_id = s.base_style_id
          and l.width = s.width and l.length = s.length)
        and exists (select from haul_bases h where h.model_id = s.model_id and h.base_style_id = s.base_style_id
          and h.width = s.width and h.length = s.length)) as models_done,
      (select count(*)::int from shops) as shops,
      exists (select from shop_percents where ${percents.map((column) => `${column} > 0`).join(' or ')}) as shops_done,
      (select count(*)::int from users where active) as people,
      (select count(*) > 1 from users where active) as people_done,
      (select count(*)::int from (select from orders limit 1000) o) as upload,
      exists (select from orders) as upload_done`),
  );
  const of = (step: FirstStep) => ({ count: Number(row[step]), done: row[`${step}_done`] === true });
  return {
    company: of('company'),
    rates: of('rates'),
    items: of('items'),
    models: of('models'),
    shops: of('shops'),
    people: of('people'),
    upload: of('upload'),
  };
}
