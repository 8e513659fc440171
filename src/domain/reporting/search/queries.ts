import type { Knex } from 'knex';
import { type ActorCtx, getScope } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { queryRows } from '../../kernel/database/rows.js';
import { findByPartOfNumber } from '../../billing/invoices/list-query.js';
import { visibleRepairs } from '../../billing/repair-invoices/queries.js';
import { searchOrders } from '../../orders/reads/queries.js';
import type { SearchedKind } from './schema.js';

/** A found record without its kind. */
export interface Match {
  readonly _id: string;
  readonly label: string;
  readonly note: string;
  readonly category?: string;
}

/** The most records of a kind that a search finds. */
const MOST = 8;

const fetchMatches = (query: Knex.QueryBuilder): Promise<Match[]> => queryRows<Match>(query.limit(MOST));

/** Joins the parts that are present: `Mary Smith, Building`. */
const join = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ');

async function findOrders(ctx: ActorCtx, text: string): Promise<Match[]> {
  const { items } = await searchOrders(ctx, text);
  return items
    .slice(0, MOST)
    .map(({ _id, serialNumber, customer, status }) => ({ _id, label: serialNumber, note: join(customer, status) }));
}

async function findInvoices({ db, actor }: ActorCtx, text: string): Promise<Match[]> {
  const orders = await findByPartOfNumber(db, actor, text, MOST);
  return orders.map(({ _id, invoiceNumber, shop, status }) => ({
    _id,
    label: invoiceNumber,
    note: join(shop.name, status),
  }));
}

const findRepairs =
  (type: 'repair' | 'driver') =>
  ({ db, actor }: ActorCtx, text: string): Promise<Match[]> =>
    fetchMatches(
      visibleRepairs(db, actor)
        .where('r.type', type)
        .whereILike('r.invoice_number', likeText(text))
        .orderByRaw('r.number_key collate "C", r.id')
        .select('r.id as _id', 'r.invoice_number as label')
        .select(db.raw(`s.name || ', ' || r.status as note`)),
    );

function findPayments({ db, actor }: ActorCtx, text: string): Promise<Match[]> {
  const shopId = getScope(actor);
  const query = db('payments as p').join('shops as s', 's.id', 'p.shop_id').whereNull('p.deleted_at');
  if (shopId) void query.where('p.shop_id', shopId);
  else void query.where((either) => void eitherLike(either, text, 'p.payment_number', 's.name'));
  return fetchMatches(
    (shopId ? query.whereILike('p.payment_number', likeText(text)) : query)
      .orderByRaw('p.number_key collate "C" desc, p.id desc')
      .select('p.id as _id', 'p.payment_number as label')
      .select(db.raw(`s.name || ', ' || to_char(p.payment_date, 'MM/DD/YYYY') as note`)),
  );
}

function eitherLike(query: Knex.QueryBuilder, text: string, ...columns: readonly string[]): void {
  for (const column of columns) void query.orWhereILike(column, likeText(text));
}

const findDealers = ({ db }: ActorCtx, text: string): Promise<Match[]> =>
  fetchMatches(
    db('dealers as d')
      .leftJoin('shops as s', 's.id', 'd.shop_id')
      .whereILike('d.name', likeText(text))
      .orderByRaw('lower(d.name), d.id')
      .select('d.id as _id', 'd.name as label')
      .select(db.raw(`coalesce(s.name, '') as note`)),
  );

/** Items by the name that applies: the shop's own, or else the standard one. */
const findItems = ({ db, actor }: ActorCtx, text: string): Promise<Match[]> =>
  fetchMatches(
    db('items as i')
      .join('item_categories as c', 'c.id', 'i.category_id')
      .joinRaw('left join shop_item_values v on v.item_id = i.id and v.shop_id = ?::uuid', [getScope(actor)])
      .whereRaw('coalesce(v.name, i.name) ilike ?', [likeText(text)])
      .orderByRaw('lower(coalesce(v.name, i.name)), i.id')
      .select('i.id as _id', 'c.name as note')
      .select(db.raw('coalesce(v.name, i.name) as label')),
  );

const selectModels = (db: Knex): Knex.QueryBuilder =>
  db('shed_models as m').join('shed_categories as c', 'c.id', 'm.category_id').select('c.id as category');

const findModels = ({ db }: ActorCtx, text: string): Promise<Match[]> =>
  fetchMatches(
    selectModels(db)
      .where((either) => void eitherLike(either, text, 'm.name', 'm.code'))
      .orderByRaw('lower(m.name), m.id')
      .select('m.id as _id', 'm.name as label', 'c.name as note'),
  );

/** A size such as `10x16` or `10 × 16 cottage`: width, length, and words of the model's name. */
const SIZE = /(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)/i;

async function findSizes({ db }: ActorCtx, text: string): Promise<Match[]> {
  const size = SIZE.exec(text);
  if (!size) return [];
  const model = text.replace(size[0], ' ').trim();
  return fetchMatches(
    selectModels(db)
      .join('sheds as z', 'z.model_id', 'm.id')
      .join('base_styles as b', 'b.id', 'z.base_style_id')
      .whereRaw('z.width = ?::numeric and z.length = ?::numeric', [size[1] ?? '', size[2] ?? ''])
      .whereILike('m.name', likeText(model))
      .orderByRaw('lower(m.name), lower(b.name), z.id')
      .select('z.id as _id', 'b.name as note')
      .select(db.raw(`trim_scale(z.width) || ' × ' || trim_scale(z.length) || ' ' || m.name as label`)),
  );
}

const findShops = ({ db }: ActorCtx, text: string): Promise<Match[]> =>
  fetchMatches(
    db('shops as s')
      .whereILike('s.name', likeText(text))
      .orderByRaw('lower(s.name)')
      .select('s.id as _id', 's.name as label')
      .select(
        db.raw(`case when s.city <> '' and s.state <> '' then s.city || ', ' || s.state else s.city end as note`),
      ),
  );

/** How to find the records of each kind in the actor's scope: most relevant first, at most eight. */
export const finders: Readonly<Record<SearchedKind, (ctx: ActorCtx, text: string) => Promise<Match[]>>> = {
  order: findOrders,
  invoice: findInvoices,
  repair: findRepairs('repair'),
  driver: findRepairs('driver'),
  payment: findPayments,
  dealer: findDealers,
  item: findItems,
  model: findModels,
  size: findSizes,
  shop: findShops,
};
