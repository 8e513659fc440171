import { createHash } from 'node:crypto';
import type { WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { isObject } from '../../kernel/objects.js';
import type { Request } from './schema.js';

interface Entry {
  readonly action: string;
  readonly entity: string;
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
    db('audit_entries')
      .where('id', '>', began)
      .where({ request_id: requestId })
      .orderBy('id')
      .select('action', 'entity', 'fields', 'before', 'after'),
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

const NAMES = ['serialNumber', 'invoiceNumber', 'paymentNumber', 'name'];
const LONGEST = 2000;

function toShown({ action, entity, fields, before, after }: Entry): Request['effect'][number] {
  const [was, is] = [before, after].map((side) => (isObject(side) ? side : {}));
  const name = NAMES.map((field) => is?.[field] ?? was?.[field]).find((one) => typeof one === 'string');
  const shorten = (value: unknown) => {
    const text = JSON.stringify(value ?? null);
    return (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : (value ?? null)) as never; // the history stores JSON
  };
  const changes = fields.map((field) => ({ field, from: shorten(was?.[field]), to: shorten(is?.[field]) }));
  return { action, recordKind: entity, name: typeof name === 'string' ? name : null, changes };
}
