import type { Knex } from 'knex';
import type { z } from 'zod';
import type { CaseCompany } from '../../pricing/case/case.js';
import type { PaperSize } from '../../files/pdf/paper.js';
import type { RecordKind } from '../../kernel/records/record.js';
import { logoColumn } from './logo.js';
import { Company, companyColumns, Settings, settingColumns } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

export interface CompanyRow {
  readonly _id: string;
  readonly name: string;
  readonly productName: string;
  readonly streetAddress: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly timeZone: string;
  readonly paperSize: PaperSize;
  readonly revision: number;
}

/** The company's name, address, time zone and paper size; undefined before first set-up. */
export const findCompany = async (db: Knex): Promise<CompanyRow | undefined> =>
  (await queryRows<CompanyRow>(companies(db)))[0];

/** The company's paper size. */
export const readPaper = async (db: Knex): Promise<PaperSize> => (await findCompany(db))?.paperSize ?? 'A4';

/** Selects the company; no rows before first set-up. */
export const companies = (db: Knex) =>
  db('companies').limit(1).select({
    _id: 'id',
    name: 'name',
    productName: 'product_name',
    streetAddress: 'street_address',
    city: 'city',
    state: 'state',
    zipCode: 'zip_code',
    timeZone: 'time_zone',
    paperSize: 'paper_size',
    revision: 'revision',
  });

/** The nine settings as stored: percents, and cents for escorts and fuel. */
export const readCompanySettings = (db: Knex) =>
  db('companies').limit(1).select({
    overheadPercentCompany: 'overhead_percent_company',
    overheadPercentShop: 'overhead_percent_shop',
    dealerCommissionPercent: 'dealer_commission_percent',
    salesRepCommissionPercent: 'sales_rep_commission_percent',
    lotToCustomerPercent: 'lot_to_customer_percent',
    shopToLotPercent: 'shop_to_lot_percent',
    fourteenWideEscort: 'fourteen_wide_escort',
    sixteenWideEscort: 'sixteen_wide_escort',
    fuelSurcharge: 'fuel_surcharge',
  });

/** The nine settings as a priced case needs them: percents, and dollars for escorts and fuel. */
export const findCompanySettings = async (db: Knex): Promise<CaseCompany> =>
  caseCompany(await queryRows<CaseCompany>(readCompanySettings(db)));

/** Converts what `readCompanySettings` returned to the form of a priced case. Throws without a company. */
export function caseCompany([row]: readonly CaseCompany[]): CaseCompany {
  if (!row) throw new Error('No company yet. Set up the company first.');
  return {
    ...row,
    fourteenWideEscort: row.fourteenWideEscort / 100,
    sixteenWideEscort: row.sixteenWideEscort / 100,
    fuelSurcharge: row.fuelSurcharge / 100,
  };
}

export interface ColorRow {
  readonly id: string;
  readonly kind: 'roof' | 'siding' | 'trim';
  readonly color: string;
}

/** The company's colors, in order. */
export const companyColors = (db: Knex) =>
  db('company_colors').select('id', 'kind', 'color').orderBy(['position', 'color']);

/** The company's color lists, by kind. */
export async function findColors(
  db: Knex,
): Promise<Record<'roof' | 'siding' | 'trim', { _id: string; color: string }[]>> {
  const rows = await queryRows<ColorRow>(companyColors(db));
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id, color }) => ({ _id: id, color }));
  return { roof: of('roof'), siding: of('siding'), trim: of('trim') };
}

const companyRecord = { entity: 'company', table: 'companies', uses: [] } as const;

/** The company with everything that belongs to it. */
export const companyKind: RecordKind<typeof Company> = {
  ...companyRecord,
  what: 'Company',
  schema: Company,
  find: async (db, ids) => {
    const columns = { _id: 'id', revision: 'revision', ...companyColumns };
    const rows = await queryRows<z.output<typeof Company>>(
      db('companies').whereRaw('id = any(?)', [ids]).select(columns, logoColumn(db)),
    );
    const { roof, siding, trim } = await findColors(db);
    return rows.map((row) => ({ ...row, roofColors: roof, sidingColors: siding, trimColors: trim }));
  },
};

/** The company's nine settings. */
export const settingsKind: RecordKind<typeof Settings> = {
  ...companyRecord,
  what: 'The list of settings',
  schema: Settings,
  find: async (db, ids) => {
    const columns = { _id: 'id', revision: 'revision', ...settingColumns };
    return queryRows<z.output<typeof Settings>>(db('companies').whereRaw('id = any(?)', [ids]).select(columns));
  },
};
