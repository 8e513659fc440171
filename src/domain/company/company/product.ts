import type { Knex } from 'knex';
import { findCompany } from './queries.js';
import { fileNamePart } from '../../files/file.js';

/** The product's name until a company sets its own. */
export const OWN_NAME = 'Shedworks';

/** The product's name for this company. */
export const findProductName = async (db: Knex): Promise<string> => (await findCompany(db))?.productName ?? OWN_NAME;

/** The file name, without extension, of a file from the product: `Shedworks_InvoiceReport`. */
export const nameProductFile = async (db: Knex, what: string): Promise<string> =>
  `${fileNamePart(await findProductName(db))}_${what}`;
