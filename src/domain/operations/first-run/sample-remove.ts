import type { Knex } from 'knex';
import { updateSettings } from '../../catalogue/settings/service.js';
import { companyKind, settingsKind } from '../../company/company/queries.js';
import { colorKinds, settingColumns, SettingsFields } from '../../company/company/schema.js';
import { updateCompany } from '../../company/company/service.js';
import type { WriteCtx } from '../../kernel/context.js';
import { queryCount, queryRows } from '../../kernel/database/rows.js';
import { toKeys } from '../../kernel/objects.js';
import { findRecord } from '../../kernel/records/record.js';
import { formatUse } from '../../kernel/records/uses.js';
import type { SampleFile } from '../demo/company-file.js';
import { COLORS, RATES } from './sample-add.js';
import { sampleKinds } from './sample-kinds.js';

/** What remains, and why. */
export interface KeptRecord {
  readonly what: string;
  readonly why: string;
}

const CHANGED = 'changed since it was added';

interface Removal {
  /** How many records were removed. */
  readonly removed: number;
  readonly kept: KeptRecord[];
  /** Whether anything changed, including which records are remembered as sample. */
  readonly isChanged: boolean;
}

/**
 * Removes what the sample added, except what was changed since and what something else uses. What remains is still
 * remembered.
 */
export async function deleteSample(tx: WriteCtx, file: SampleFile): Promise<Removal> {
  const ids = await findSampleIds(tx);
  const keptRecords: KeptRecord[] = [];
  let [removedCount, forgotten] = [0, 0];
  const forget = async (kind: string, id: string) => {
    forgotten += await tx.db('sample_records').where({ kind, id }).delete();
  };
  const quiet: WriteCtx = { ...tx, publish: () => Promise.resolve() }; // published once for the whole call
  for (const { entity, find, remove } of sampleKinds) {
    const records = await find(tx.db, ids.get(entity) ?? []);
    for (const { id, name, isChanged } of records) {
      const why = isChanged ? CHANGED : await remove(quiet, id);
      if (why !== null) keptRecords.push({ what: name, why });
      else removedCount += 1;
    }
    const here = new Set((await find(tx.db, ids.get(entity) ?? [])).map(({ id }) => id));
    for (const id of ids.get(entity) ?? []) if (!here.has(id)) await forget(entity, id);
  }
  for (const { kind, what, clear } of ofCompany)
    for (const id of ids.get(kind) ?? []) {
      const why = await clear({ ...tx, idempotency: undefined }, id, file);
      if (why === null) await forget(kind, id);
      else keptRecords.push({ what, why });
    }
  return { removed: removedCount, kept: keptRecords, isChanged: forgotten > 0 };
}

const ofCompany = [
  { kind: COLORS, what: 'Company colors', clear: clearColors },
  { kind: RATES, what: 'Company rates', clear: clearRates },
] as const;

async function findSampleIds({ db }: WriteCtx): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>();
  for (const { kind, id } of await queryRows<{ kind: string; id: string }>(db('sample_records').orderBy('id')))
    ids.set(kind, [...(ids.get(kind) ?? []), id]);
  return ids;
}

/** Clears the colors unless they were changed or an order uses one; otherwise returns why they remain. */
async function clearColors(tx: WriteCtx, id: string, { company }: SampleFile): Promise<string | null> {
  const record = await findRecord(tx.db, companyKind, id);
  const lists = colorKinds.map((kind) => `${kind}Colors` as const);
  const isSame = lists.every((list) => record[list].map(({ color }) => color).join('\n') === company[list].join('\n'));
  if (!isSame) return CHANGED;
  const all = lists.flatMap((list) => company[list]);
  const orders: Knex.QueryBuilder = tx
    .db('orders')
    .whereRaw('(roof_color = any(:all) or siding_color = any(:all) or trim_color = any(:all))', { all });
  const uses = await explainOrders(orders);
  if (uses === null) await updateCompany(tx, { id, roofColors: [], sidingColors: [], trimColors: [] });
  return uses;
}

/** Sets the rates to zero unless they were changed or there are orders; otherwise returns why they remain. */
async function clearRates(tx: WriteCtx, id: string, { company }: SampleFile): Promise<string | null> {
  const record = await findRecord(tx.db, settingsKind, id);
  const names = toKeys(settingColumns);
  if (!names.every((name) => record[name] === company[name])) return CHANGED;
  const uses = await explainOrders(tx.db('orders'));
  const none = SettingsFields.parse(Object.fromEntries(names.map((name) => [name, 0])));
  if (uses === null) await updateSettings(tx, { id, ...SettingsFields.encode(none) });
  return uses;
}

async function explainOrders(orders: Knex.QueryBuilder): Promise<string | null> {
  const n = await queryCount(orders);
  return n === 0 ? null : `used by ${formatUse(n, { one: 'order', many: 'orders' })}`;
}
