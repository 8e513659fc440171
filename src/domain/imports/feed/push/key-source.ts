import { findCompany } from '../../../company/company/queries.js';
import type { Knex } from 'knex';
import type { WriteCtx } from '../../../kernel/context.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';
import { DomainError } from '../../../kernel/errors.js';
import { createRecord } from '../../../kernel/records/record.js';
import { getSourceParts, type SourceParts } from '../queries.js';
import { SourceSettings } from '../schema.js';
import { getSourceKind } from '../sources/service.js';

/**
 * The source of the orders that an API key sends. The first push of a key adds it, under the name of the key. Throws
 * `source-paused`. The caller must hold the lock of New orders, so that two first pushes create one source.
 */
export async function openKeySource(tx: WriteCtx): Promise<SourceParts> {
  const keyId = tx.actor.id;
  if (keyId === null) throw new Error('only a key pushes');
  const source = await queryFirstRow<{ id: string; name: string; paused: boolean }>(
    tx.db('feed_sources').where({ key_id: keyId }).first('id', 'name', 'paused'),
  );
  if (source?.paused) throw new DomainError('source-paused', { name: source.name });
  return getSourceParts(tx.db, source?.id ?? (await addKeySource(tx, keyId)));
}

async function addKeySource(tx: WriteCtx, keyId: string): Promise<string> {
  const company = await findCompany(tx.db);
  const now = tx.clock.now();
  const row = {
    ...{ name: await findFreeName(tx.db, tx.actor.name), kind: 'push', address: '', key_id: keyId },
    ...{
      settings: JSON.stringify(SourceSettings.parse({})),
      time_zone: company?.timeZone ?? 'UTC',
      overlap_minutes: 0,
    },
    ...{ owner_id: await findMaker(tx.db, keyId), created_at: now, updated_at: now },
  };
  const { _id } = await createRecord(tx, getSourceKind(tx), (id) => tx.db('feed_sources').insert({ ...row, id }));
  return _id;
}

const LONGEST = 90;

/** The name of the key, with a number if another source has it. */
async function findFreeName(db: Knex, name: string): Promise<string> {
  const sourceName = name.slice(0, LONGEST).trim() || 'API key';
  for (let n = 1; ; n++) {
    const one = n === 1 ? sourceName : `${sourceName} (${n})`;
    if (!(await queryFirstRow(db('feed_sources').whereRaw('lower(name) = lower(?)', [one]).first('id')))) return one;
  }
}

/** The creator of the key, if they still work in the office, to be notified of what waits. */
async function findMaker(db: Knex, keyId: string): Promise<string | null> {
  const maker = await queryFirstRow<{ id: string }>(
    db('api_keys as k')
      .join('users as u', 'u.id', 'k.maker_id')
      .where({ 'k.id': keyId, 'u.active': true })
      .whereNull('u.shop_id')
      .first({ id: 'u.id' }),
  );
  return maker?.id ?? null;
}
