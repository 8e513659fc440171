import { createHash } from 'node:crypto';
import type { WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { isObject } from '../../kernel/objects.js';
import { nameValue } from '../../kernel/trail/trail.js';
import { RECORD_NAME } from '../../reporting/trail/record-names.js';
import type { Request } from './schema.js';

interface Entry {
  readonly action: string;
  readonly entity: string;
  readonly name: string | null;
  readonly shop: string | null;
  readonly fields: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The effect of a change, according to the history. */
export interface RequestEffect {
  /** The first entries, formatted. */
  readonly shown: Request['effect'];
  /** A hash that is equal for two changes with the same effect on the same records. */
  readonly digest: string;
}

const SHOWN = 50;

/** The effect of a request since it created this ID, according to its history entries. */
export async function readEffect({ db, requestId }: WriteCtx, began: string): Promise<RequestEffect> {
  const entries = await queryRows<Entry>(
    db('audit_entries as e')
      .where('e.id', '>', began)
      .where({ request_id: requestId })
      .orderBy('e.id')
      .select('action', 'entity', 'fields', 'before', 'after', db.raw(`${RECORD_NAME} as name`))
      .select(db.raw('(select name from shops where id = e.shop_id) as shop')),
  );
  const hash = createHash('sha256');
  for (const { action, entity, before, after } of entries)
    hash.update(JSON.stringify([action, entity, normalize(before), normalize(after)]));
  return { shown: entries.slice(0, SHOWN).map(toShown), digest: hash.digest('base64url') };
}

/** Values that differ each time: IDs, instants and counters. */
const passing = /^(_?id|revision|createdAt|updatedAt|statusSince|updatedBy|import|at)$/;
const IDS = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function normalize(value: unknown): unknown {
  if (typeof value === 'string') return IDS.test(value) ? '' : value;
  if (Array.isArray(value)) return value.map(normalize);
  if (!isObject(value)) return value ?? null;
  return Object.entries(value)
    .filter(([name]) => !passing.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, normalize(one)]);
}

const LONGEST = 2000;

function toShown(entry: Entry): Request['effect'][number] {
  const { action, entity, name, fields, before, after } = entry;
  const [was, is] = [before, after].map((side) => (isObject(side) ? side : {}));
  const shorten = (value: unknown) => {
    const text = JSON.stringify(value ?? null);
    return (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : (value ?? null)) as never; // the history stores JSON
  };
  const changes = fields.map((field) => ({
    field,
    from: shorten(nameValue(entry, field, was?.[field])),
    to: shorten(nameValue(entry, field, is?.[field])),
  }));
  return { action, recordKind: entity, name, changes };
}
