import type { Knex } from 'knex';
import { findCompany } from '../../company/company/queries.js';
import { OWN_NAME } from '../../company/company/product.js';
import type { Letterhead } from './layout.js';

/** The sender of emails. */
export async function findLetterhead(db: Knex): Promise<Omit<Letterhead, 'address'>> {
  const company = await findCompany(db);
  return { company: company?.name ?? OWN_NAME, product: company?.productName ?? OWN_NAME };
}
