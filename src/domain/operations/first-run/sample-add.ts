import { updateCompany } from '../../company/company/service.js';
import { findCompany, settingsKind } from '../../company/company/queries.js';
import { type ColorKind, settingColumns, SettingsFields } from '../../company/company/schema.js';
import { updateSettings } from '../../catalogue/settings/service.js';
import type { WriteCtx } from '../../kernel/context.js';
import { queryCount, queryFirstRow } from '../../kernel/database/rows.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { toKeys } from '../../kernel/objects.js';
import { findRecord } from '../../kernel/records/record.js';
import { catalogueRows } from '../demo/catalogue-rows.js';
import type { SampleFile } from '../demo/company-file.js';
import { idsByName } from '../demo/names.js';
import { insertDemoRows, type TableRows } from '../demo/rows.js';
import { shopRows } from '../demo/shop-rows.js';
import { sampleKinds } from './sample-kinds.js';

/** The colors and rates of the sample, which are set only if the company has none. */
export const COLORS = 'colors';
export const RATES = 'rates';

/** The tables in which names are unique, with the word for a record of each. */
const uniquelyNamed: Readonly<Record<string, string>> = {
  shops: 'Shop',
  base_styles: 'Base style',
  component_categories: 'Component category',
  shed_categories: 'Shed category',
  addon_parent_categories: 'Add-on parent category',
  item_categories: 'Item category',
};

/**
 * Adds a sample catalogue with its shop and dealer, and colors and rates if the company has none, and remembers every
 * record. Returns how many records it added. Throws sample-name-taken if a name exists.
 */
export async function insertSample(tx: WriteCtx, file: SampleFile): Promise<number> {
  const ids = idsByName(file);
  const tables = [...catalogueRows(file, ids), ...shopRows(file, ids)];
  await refuseTaken(tx, tables);
  for (const rows of tables) await insertDemoRows(tx.db, rows);
  const sampleRecords: { kind: string; id: string }[] = [];
  for (const { entity, table, trace } of sampleKinds.toReversed()) {
    const of = tables.flatMap(([name, rows]) => (name === table ? rows.map((row) => String(row['id'])) : []));
    await trace(tx, of);
    sampleRecords.push(...of.map((id) => ({ kind: entity, id })));
  }
  const companyRecords = await fillCompany(tx, file);
  await tx.db('sample_records').insert([...sampleRecords, ...companyRecords]);
  return sampleRecords.length;
}

async function refuseTaken({ db }: WriteCtx, tables: readonly TableRows[]): Promise<void> {
  for (const [table, rows] of tables) {
    const word = uniquelyNamed[table];
    if (!word) continue;
    const names = rows.map(({ name }) => String(name).toLowerCase());
    const namesake = await queryFirstRow<{ name: string }>(
      db(table).whereRaw('lower(name) = any(?)', [names]).first('name'),
    );
    if (namesake) throw new DomainError('sample-name-taken', { what: `${word} "${namesake.name}"` });
  }
}

async function fillCompany(tx: WriteCtx, { company }: SampleFile): Promise<{ kind: string; id: string }[]> {
  const inner = { ...tx, idempotency: undefined }; // the whole call has the key, not this record
  const { _id: id } = (await findCompany(tx.db)) ?? {};
  if (!id) throw notFound('Company');
  const records: { kind: string; id: string }[] = [];
  if ((await queryCount(tx.db('company_colors'))) === 0) {
    const list = (kind: ColorKind) => company[`${kind}Colors`].map((color) => ({ color }));
    const lists = { roofColors: list('roof'), sidingColors: list('siding'), trimColors: list('trim') };
    await updateCompany(inner, { id, ...lists });
    records.push({ kind: COLORS, id });
  }
  const settings = await findRecord(tx.db, settingsKind, id);
  if (toKeys(settingColumns).every((name) => settings[name] === 0)) {
    await updateSettings(inner, { id, ...SettingsFields.encode(company) });
    records.push({ kind: RATES, id });
  }
  return records;
}
