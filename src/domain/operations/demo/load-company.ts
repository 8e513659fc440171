import type { Knex } from 'knex';
import { catalogueRows, companyRows } from './catalogue-rows.js';
import { readCompanyFile } from './company-file.js';
import { idsByName } from './names.js';
import { insertDemoRows } from './rows.js';
import { shopRows } from './shop-rows.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

/**
 * Fills an empty database with a company, its catalogue, shops and dealers from a company file, all or nothing.
 * Returns the number of rows per table. Throws an Error that names the record if a value is invalid, such as dollars
 * with more than two decimals, or a name that does not exist. Also throws if there already is a company.
 */
export async function loadCompany(db: Knex, file: unknown): Promise<Record<string, number>> {
  const company = readCompanyFile(file);
  const ids = idsByName(company);
  const tables = [...companyRows(company), ...catalogueRows(company, ids), ...shopRows(company, ids)];
  await db.transaction(async (tx) => {
    await tx.raw('lock table companies in exclusive mode');
    const existing = await queryFirstRow<{ name: string }>(tx('companies').first('name'));
    if (existing) throw new Error(`This database already has a company, ${existing.name}. Use an empty database.`);
    for (const rows of tables) await insertDemoRows(tx, rows);
  });
  const counts: Record<string, number> = {};
  for (const [table, rows] of tables) counts[table] = (counts[table] ?? 0) + rows.length;
  return counts;
}
