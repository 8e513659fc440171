import { z } from 'zod';
import type { ActorCtx } from '../../kernel/context.js';
import { can } from '../../kernel/rights/permissions.js';
import { isShopRole } from '../../kernel/rights/roles.js';
import { OwnValues } from '../../catalogue/items/schema.js';
import { OWN_VALUES_CHANGED } from '../../kernel/records/shop-values.js';
import { service } from '../../kernel/service.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { buildTrail, nameValue } from '../../kernel/trail/trail.js';
import { visible } from '../../orders/reads/queries.js';
import { visibleTo } from '../../reporting/schedules/queries.js';
import { queryCount, queryRows } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

const Change = z.object({ field: z.string(), from: z.json().nullable(), to: z.json().nullable() });
const Entry = z.object({
  _id: z.uuid(),
  at: z.string(),
  by: z.string(),
  via: z.string(),
  action: z.string(),
  changes: z.array(Change),
});

export const listRecordHistory = service({
  summary: "List the changes of a record, or of a shop's values for it: who, when, old and new; newest first",
  permission: 'orders.history',
  effect: 'read',
  input: z.object({
    id: Id,
    /** The shop whose changes the office requests; shop users always get only those of their shop. */
    shop: Id.optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(Entry), total: z.int() }),
  run: async (ctx, { id, shop, page, size }) => {
    const entries = buildTrail(ctx.db, id, await findShopFilter(ctx, shop)); // entries about many shops have none
    const isShop = isShopRole(ctx.actor.role);
    if (isShop) void entries.whereRaw('entity <> all(?)', [await listHiddenKinds(ctx, id)]);
    const n = await queryCount(entries.clone());
    const from = (page - 1) * size;
    const rows = await queryRows<Row>(
      entries
        .clone()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .modify((query) => void (isShop ? query : query.limit(size).offset(from))) // for a shop, the entries are paged below
        .select({
          _id: 'id',
          at: 'at',
          by: 'actor_name',
          via: 'via',
          action: 'action',
          entity: 'entity',
          before: 'before',
          after: 'after',
        })
        .select(ctx.db.raw('(select name from shops where id = audit_entries.shop_id) as shop')),
    );
    if (!isShop)
      return { total: n, items: rows.map((row) => ({ ...row, via: describeDoor(row), changes: changes(row, false) })) };
    const readable = rows.map((row) => ({ ...row, changes: changes(row, true) })).filter((row) => !isHidden(row));
    return { total: readable.length, items: readable.slice(from, from + size) };
  },
});

/** The kinds of record whose history a shop user cannot read, because the user does not see the record with this ID. */
async function listHiddenKinds(ctx: ActorCtx, id: string): Promise<string[]> {
  const order: unknown = await visible(ctx).where('o.id', id).first('o.id');
  const schedules = ctx.db('schedules as s').where('s.id', id).modify(visibleTo(ctx.actor));
  const schedule: unknown = await schedules.first('s.id');
  return [
    ...neverForShops,
    ...(order ? [] : ['order']),
    ...(schedule ? [] : ['schedule']),
    ...(can(ctx.actor, 'users.list') ? [] : ['user']),
  ];
}

/** The kinds of record that only a single user or the office sees, even if they are about a shop. */
const neverForShops = ['ticket', 'message', 'report'];

interface Row {
  _id: string;
  at: string;
  by: string;
  via: string;
  action: string;
  entity: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  shop: string | null;
}

/** The field in which an import records its file name. */
const FILE = 'file';

/** The history fields that a shop may read; all others belong to the company. */
const shopFields = new Set(
  'status holdReason builder metalOrdered sidingPaint trimPaint roofColor sidingColor trimColor customer roofType sidingType dealer model customCosts deliveryScheduled dateDelivered deliveryAddress invoiceNumber invoicedDate message memo paymentDate paymentNumber'.split(
    ' ',
  ),
);

/** The history fields of an invoice that a shop may read, including what it bills. */
const shopInvoiceFields = new Set([...shopFields, 'amount', 'corrected', 'billTo', 'serialNumber']);

/** The history fields of a shop's item overrides, all of which belong to the shop. */
const shopItemFields = new Set(Object.keys(OwnValues.shape));

/** The history fields of a repair or driver invoice, which has no figures of the company. */
const shopRepairFields = new Set(
  'invoiceNumber invoicedDate type billTo status items invoiceTotal standardInvoiceTotal message paid paymentNumber'.split(
    ' ',
  ),
);
/** The history fields of a correction of what a shop was paid. */
const shopCorrectionFields = new Set('serialNumber invoiceNumber correction reason paymentNumber'.split(' '));
/** The history fields of a shop's add-on item lists. */
const shopAddOnFields = new Set('items noItems'.split(' '));
/** The history fields of a shop's labor overrides, as imported from a spreadsheet. */
const shopLaborFields = new Set('buildBase roofBase trussCount paintHours doorCost'.split(' '));

/** The history fields of vendors and metal orders, all of which belong to the shop. */
const shopVendorFields = new Set('name email address city state zipCode defaultItems'.split(' '));
const shopMetalFields = new Set('purchaseOrderNumber vendor orderedDate recievedDate packages'.split(' '));
/** The history fields of a material order. */
const shopMaterialFields = new Set(
  'purchaseOrderNumber vendor orderedDate draft recieved recievedDate freight grandTotal items'.split(' '),
);

const fieldsByEntity: Readonly<Record<string, ReadonlySet<string>>> = {
  item: shopItemFields,
  invoice: shopInvoiceFields,
  'add-on': shopAddOnFields,
  'repair-invoice': shopRepairFields,
  correction: shopCorrectionFields,
  'shed-labor': shopLaborFields,
  vendor: shopVendorFields,
  'metal-order': shopMetalFields,
  'material-order': shopMaterialFields,
};

/** Whether a shop may read a field of one of its entries. In a change of its own values it may read all fields. */
const isForShop = ({ action, entity }: Row, field: string): boolean =>
  action === OWN_VALUES_CHANGED || (fieldsByEntity[entity] ?? shopFields).has(field);

/** Whether all changes of an entry belong to the company, so that a shop would see an empty row. */
const isHidden = (row: Row & { readonly changes: readonly unknown[] }): boolean =>
  row.changes.length === 0 && changes(row, false).length > 0;

/** The file from which an import read the record, or else the interface through which it was changed. */
function describeDoor({ action, after, via }: Row): string {
  const file = action === 'import' ? after?.[FILE] : undefined;
  return typeof file === 'string' && file !== '' ? file : via;
}

function changes(row: Row, isShop: boolean): z.output<typeof Change>[] {
  const { before, after } = row;
  const read = (field: string, value: unknown) => (isShop ? value : nameValue(row, field, value)) ?? null;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => (row.action !== 'import' || field !== FILE) && (!isShop || isForShop(row, field)))
    .map(
      (field) =>
        ({ field, from: read(field, before?.[field]), to: read(field, after?.[field]) }) as z.output<typeof Change>,
    ) // the history stores JSON
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
