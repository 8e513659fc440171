import type { Knex } from 'knex';
import type { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';
import { notFound } from '../../kernel/errors.js';
import { isObject } from '../../kernel/objects.js';
import type { OrderStatus } from '../../kernel/order/status.js';
import { plural } from '../../kernel/text/plural.js';
import { publishOrders } from '../../orders/life/publish-orders.js';
import { deleteFiles } from '../../messaging/outbox/attachments.js';
import { type Place, places } from './places.js';
import type { Erasure } from './schema.js';

interface Order {
  readonly id: string;
  readonly external_id: string | null;
  readonly serial_number: string;
  readonly shop_id: string | null;
  readonly status: OrderStatus;
  readonly customer: string | null;
  readonly customer_phone: string | null;
  readonly customer_email: string | null;
  readonly delivery_line_one: string | null;
  readonly delivery_line_two: string | null;
  readonly source: unknown;
}

/** Locks orders together with all data about their customers. Throws not-found if one does not exist. */
async function lockCustomers(db: Knex, ids: readonly string[]): Promise<Order[]> {
  await db.raw('select from orders where id = any(?) order by id for update', [[...ids]]);
  const orders = await queryRows<Order>(
    db('orders as o')
      .leftJoin('order_sources as s', 's.order_id', 'o.id')
      .whereRaw('o.id = any(?)', [[...ids]])
      .orderBy('o.id')
      .select('o.id', 'o.external_id', 'o.serial_number', 'o.shop_id', 'o.status', 'o.customer', 'o.customer_phone')
      .select('o.customer_email', 'o.delivery_line_one', 'o.delivery_line_two', 's.source'),
  );
  if (orders.length < new Set(ids).size) throw notFound('Order');
  return orders;
}

/** The patterns to search rows for, as PostgreSQL regular expressions; null if nothing is known. */
interface Words {
  /** Everything that identifies the customer; erased wherever it occurs in a text about them. */
  readonly all: string | null;
  /** What no other customer has: rows that contain it are about this customer. */
  readonly own: string | null;
}

const SHORTEST = 3;
const ERASED = 'Erased';
const names =
  /^((customer|buyer)(_?(first|last))?(_?name)?|(first|last)_?name|(delivery?|billing)_?(address_?)?line_?(two|2))$/i;
const contacts = /^((customer_?)?(phone|email).*|(delivery?|billing)_?(address_?)?line_?(one|1)?)$/i;

/** Figures alone, such as the number of a unit, occur in too many other texts. */
const HAS_LETTER = /\p{L}/u;

function findWords(orders: readonly Order[]): Words {
  const nameWords: string[] = [];
  const contactWords: string[] = [];
  for (const order of orders) {
    nameWords.push(order.customer ?? '', order.delivery_line_two ?? '');
    contactWords.push(order.customer_phone ?? '', order.customer_email ?? '', order.delivery_line_one ?? '');
    for (const [key, value] of isObject(order.source) ? Object.entries(order.source) : []) {
      if (typeof value !== 'string') continue;
      if (contacts.test(key)) contactWords.push(value);
      else if (names.test(key)) nameWords.push(value);
    }
  }
  const words = [...nameWords, ...contactWords].filter((word) => isOwn(word) || HAS_LETTER.test(word));
  return { all: toPattern(words), own: toPattern(contactWords.filter(isOwn)) };
}

/** Whether a text is an email address, a phone number or a street with a house number, which no other customer has. */
function isOwn(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 7 && new Set(digits).size > 1;
  return isPhone || /\S@\S/.test(text) || /^\s*\S*\d\S*\s.*\p{L}{2}/u.test(text);
}

/** A pattern that matches any of some words, longest first, both as text and as escaped in JSON. */
function toPattern(words: readonly string[]): string | null {
  const searchedWords = words.map((word) => word.trim()).filter((word) => word.length >= SHORTEST && word !== ERASED);
  const forms = [...new Set(searchedWords.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]))];
  if (forms.length === 0) return null;
  const alternatives = forms
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `(?<!\\w)(${alternatives.join('|')})(?!\\w)`;
}

/**
 * Erases the customer data of orders wherever it is stored: the orders' own fields, the rows they came from,
 * messages, history, emails and logs. Figures and serial numbers stay. The database keeps it erased, because later
 * rows of these orders are stored without it. Returns how many rows of each place changed.
 */
export async function eraseCustomers(tx: WriteCtx, ids: readonly string[]): Promise<z.output<typeof Erasure>> {
  const { db } = tx;
  const orders = await lockCustomers(db, ids);
  const words = findWords(orders);
  const scope = { orders, words, records: await findRecords(db, orders) };
  const rows: { place: string; rows: number }[] = [];
  const at = tx.clock.now();
  await db('erased_customers')
    .insert(
      orders.map(({ id, external_id, serial_number }) => ({ order_id: id, external_id, serial_number, erased_at: at })),
    )
    .onConflict('order_id')
    .ignore();
  await eraseOrders(tx, orders, words);
  for (const place of places) rows.push({ place: place.name, rows: await erasePlace(db, place, scope) });
  const { files, waiting } = await deleteFiles(db);
  rows.push({ place: 'Files of emails', rows: files });
  await tx.audit(
    orders.map(({ id, shop_id, serial_number }) => ({
      ...{ action: 'erase customer', entity: 'order', id, shopId: shop_id, after: { serialNumber: serial_number } },
    })),
  );
  await publishOrders(
    tx,
    orders.map(({ shop_id, ...order }) => ({ ...order, shopId: shop_id })),
  );
  const done = `The customer data of ${orders.length} ${plural(orders.length, 'order')} is erased.`;
  const left = `Files of ${waiting} ${plural(waiting, 'email')} still waiting to be sent stay: erase again afterward.`;
  return {
    msg: waiting > 0 ? `${done} ${left}` : done,
    orders: orders.length,
    places: rows.filter((one) => one.rows > 0),
  };
}

const notes = ['adjustment_note', 'hold_reason'] as const;

async function eraseOrders({ db, clock, actor }: WriteCtx, orders: readonly Order[], { all }: Words): Promise<void> {
  const update = db('orders')
    .whereRaw('id = any(?)', [orders.map(({ id }) => id)])
    .increment('revision', 1);
  const freeTexts = Object.fromEntries(
    notes.map((name) => [
      name,
      all === null ? db.ref(name) : db.raw('regexp_replace(??, ?, ?, ?)', [name, all, ERASED, 'gi']),
    ]),
  );
  // a trigger empties the customer columns of an erased order, whatever is written
  await update.update({
    ...freeTexts,
    customer: db.ref('customer'),
    customer_phone: null,
    customer_email: null,
    updated_at: clock.now(),
    updated_by: actor.name,
  });
}

interface Scope {
  readonly orders: readonly Order[];
  readonly words: Words;
  readonly records: readonly string[];
}

/** The orders, their invoices and the messages about them. */
async function findRecords(db: Knex, orders: readonly Order[]): Promise<string[]> {
  const ids = orders.map(({ id }) => id);
  const [invoices, messages] = await Promise.all(
    ['invoices', 'comments'].map((table) =>
      queryColumn<string>(db(table).whereRaw('order_id = any(?)', [ids]).pluck('id')),
    ),
  );
  return [...ids, ...(invoices ?? []), ...(messages ?? [])];
}

/** Erases the data in one place; returns how many rows changed. */
async function erasePlace(
  db: Knex,
  { table, columns, tied, searched }: Place,
  { orders, words, records }: Scope,
): Promise<number> {
  const names = Object.keys(columns);
  const text = names.map((name) => `coalesce(${name}::text, '')`).join(` || ' ' || `);
  const serials = toPattern(orders.map(({ serial_number }) => serial_number));
  const bindings = {
    orders: orders.map(({ id }) => id),
    records: [...records],
    externals: orders.flatMap(({ external_id }) => external_id ?? []),
    all: words.all ?? '(?!)',
    own: words.own ?? '(?!)',
    serials: serials ?? '(?!)',
    erased: ERASED,
  };
  const about = [
    ...(tied ? [tied.replace(/:(orders|records)/g, ':$1::uuid[]').replace(':externals', ':externals::text[]')] : []),
    ...(searched ? [`${text} ~* :own`, `(${text} ~* :serials and ${text} ~* :all)`] : []),
  ];
  const sets = Object.entries(columns).map(([name, type]) => {
    if (type === 'text') return `${name} = regexp_replace(${name}, :all, :erased, 'gi')`;
    const erasedJson = `erase_words(${name}::jsonb, :all, ${tied ? 'null, null' : ':own, :serials'})`;
    return `${name} = ${tied ? `without_person(${erasedJson})` : erasedJson}${type === 'json' ? '::json' : ''}`;
  });
  const changeChecks = Object.entries(columns).map(
    ([name, type]) => `${type === 'text' ? name : `${name}::jsonb`} is distinct from was.${name}_was`,
  );
  const before = Object.entries(columns).map(
    ([name, type]) => `${type === 'text' ? name : `${name}::jsonb`} as ${name}_was`,
  );
  const rows = await queryRows<{ n: number }>(
    db.raw(
      `with was as materialized (select ctid as place, ${before.join(', ')} from ${table} where ${about.join(' or ')} for update),
      done as (update ${table} t set ${sets.join(', ')} from was where t.ctid = was.place returning ${changeChecks
        .map((one) => one.replace(/^(\w+)/, 't.$1'))
        .join(' or ')} as changed)
     select count(*) filter (where changed)::int as n from done`,
      bindings,
    ),
  );
  return rows[0]?.n ?? 0;
}
