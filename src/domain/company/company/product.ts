import type { Knex } from 'knex';
import { findCompany } from './queries.js';
import { fileNamePart } from '../../files/file.js';

/** What the product is called until a company names it. */
export const OWN_NAME = 'Shedworks';

/** What the company calls the product. */
export const findProductName = async (db: Knex): Promise<string> => (await findCompany(db))?.productName ?? OWN_NAME;

/** The name of a file of the product, without ending: `Shedworks_InvoiceReport`. */
export const nameProductFile = async (db: Knex, what: string): Promise<string> =>
  `${fileNamePart(await findProductName(db))}_${what}`;
