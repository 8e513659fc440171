import type { Knex } from 'knex';
import { queryFirstRow } from '../../kernel/database/rows.js';
import type { Logo } from './logo-schema.js';

const LOGO_URL = '/api/company/logo/';

/** The column of a company's logo in a query on `companies`; null without one. */
export const logoColumn = (db: Knex): Knex.Raw =>
  db.raw(
    `(select json_build_object('url', ?::text || hash, 'width', width, 'height', height)
       from company_logos where company_id = companies.id) as logo`,
    [LOGO_URL],
  );

/** The company's logo; null without one. */
export async function findLogo(db: Knex): Promise<Logo | null> {
  const row = await queryFirstRow<{ logo: Logo | null }>(db('companies').first(logoColumn(db)));
  return row?.logo ?? null;
}

/** The company's logo for a document, as a data URL; null without one. */
export async function readLogoImage(db: Knex): Promise<string | null> {
  const row = await queryFirstRow<{ bytes: Buffer }>(db('company_logos').first('bytes'));
  return row ? `data:image/png;base64,${row.bytes.toString('base64')}` : null;
}
