import type { Knex } from 'knex';
import { rates } from '../../catalogue/base-styles/schema.js';
import { MOST_RECORDS, type Finding } from './finding.js';
import { queryRows } from '../../kernel/database/rows.js';

/** A percent that pays less than this share of the standard's dollar rate was probably not meant as a percent. */
const PLAUSIBLE_PART = 10;

/**
 * Shop rates that were probably meant as dollars per piece but stored as a percent: the standard rate is in dollars
 * per piece, and the percent pays less than a tenth of it.
 */
export async function suspectRates(db: Knex): Promise<Finding[]> {
  const rows = await queryRows<{ record: string }>(
    db.raw(`${rates.map(suspect).join(' union all ')} order by 1 limit ${MOST_RECORDS}`),
  );
  if (rows.length === 0) return [];
  return [
    {
      severity: 'warning',
      what: "a shop's base style rate is a small percent where the standard is dollars per piece",
      records: rows.map(({ record }) => record),
      hint: 'Open the base style in the form of the shop (Base Styles), choose "piece" if dollars were meant, then re-price the open orders of the shop.',
    },
  ];
}

const suspect = ({ column, label }: (typeof rates)[number]): string => `
  select s.name || ': ' || b.name || ', ${label} ' || trim_scale(o.${column}_value) || '% (standard $' || trim_scale(b.${column}_value) || ' each)' as record
    from shop_base_styles o join base_styles b on b.id = o.base_style_id join shops s on s.id = o.shop_id
   where o.${column}_type = 'percent' and b.${column}_type = 'piece' and o.${column}_value > 0
     and o.${column}_value / 100 < b.${column}_value / ${PLAUSIBLE_PART}`;
