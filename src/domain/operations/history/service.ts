import { z } from 'zod';
import { isShopRole } from '../../kernel/rights/roles.js';
import { OwnValues } from '../../catalogue/items/schema.js';
import { OWN_VALUES_CHANGED } from '../../kernel/records/shop-values.js';
import { service } from '../../kernel/service.js';
import { ownOrAsked } from '../../kernel/rights/asked-shop.js';
import { trailOf } from '../../kernel/trail/trail.js';
import { countOf, rowsOf } from '../../kernel/database/rows.js';

const Change = z.object({ field: z.string(), from: z.json().nullable(), to: z.json().nullable() });
const Entry = z.object({
  _id: z.uuid(),
  at: z.string(),
  by: z.string(),
  via: z.string(),
  action: z.string(),
  changes: z.array(Change),
});

export const recordHistory = service({
  summary: "List the changes of a record, or of a shop's values for it: who, when, old and new; newest first",
  permission: 'orders.history',
  effect: 'read',
  input: z.object({
    id: z.uuid('is not a valid ID'),
    /** The shop whose values the office wants the changes of; shop users see only the changes of their shop. */
    shop: z.uuid('is not a valid ID').optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ items: z.array(Entry), total: z.int() }),
  run: async (ctx, { id, shop, page, size }) => {
    const entries = trailOf(ctx.db, id, await ownOrAsked(ctx, shop)); // entries about many shops at once have none
    const isShop = isShopRole(ctx.actor.role);
    const n = await countOf(entries.clone());
    const from = (page - 1) * size;
    const rows = await rowsOf<Row>(
      entries
        .clone()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .modify((query) => void (isShop ? query : query.limit(size).offset(from))) // a shop's are counted when they are read
        .select({
          _id: 'id',
          at: 'at',
          by: 'actor_name',
          via: 'via',
          action: 'action',
          entity: 'entity',
          before: 'before',
          after: 'after',
        }),
    );
    if (!isShop)
      return { total: n, items: rows.map((row) => ({ ...row, via: viaOf(row), changes: changes(row, false) })) };
    const readable = rows.map((row) => ({ ...row, changes: changes(row, true) })).filter((row) => !isHidden(row));
    return { total: readable.length, items: readable.slice(from, from + size) };
  },
});

interface Row {
  _id: string;
  at: string;
  by: string;
  via: string;
  action: string;
  entity: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Where an import keeps the name of its file. */
const FILE = 'file';

/** The words of a trail that a shop may read; whatever is not here is the company's. */
const shopFields = new Set(
  'status holdReason builder metalOrdered sidingPaint trimPaint roofColor sidingColor trimColor customer roofType sidingType dealer model customCosts invoiceNumber invoicedDate message memo paymentDate paymentNumber'.split(
    ' ',
  ),
);

/** The same of its invoices: what they bill is the shop's to know. */
const shopInvoiceFields = new Set([...shopFields, 'amount', 'corrected', 'billTo', 'serialNumber']);

/** The same of a shop's own values of an item: all of them are the shop's. */
const shopItemFields = new Set(Object.keys(OwnValues.shape));

/** The same of its repair and driver invoices: none of their figures are the company's. */
const shopRepairFields = new Set(
  'invoiceNumber invoicedDate type billTo status items invoiceTotal standardInvoiceTotal message paid paymentNumber'.split(
    ' ',
  ),
);
/** The same of the corrections of what it was paid. */
const shopCorrectionFields = new Set('serialNumber invoiceNumber correction reason paymentNumber'.split(' '));
/** The same of its own items of add-ons. */
const shopAddOnFields = new Set('items noItems'.split(' '));
/** The same of its own values of shed labor, as a spreadsheet brings them. */
const shopLaborFields = new Set('buildBase roofBase trussCount paintHours doorCost'.split(' '));

/** The same of its vendors and metal orders: all of them is the shop's. */
const shopVendorFields = new Set('name email address city state zipCode defaultItems'.split(' '));
const shopMetalFields = new Set('purchaseOrderNumber vendor orderedDate recievedDate packages'.split(' '));
/** The same of its material orders. */
const shopMaterialFields = new Set(
  'purchaseOrderNumber vendor orderedDate draft recieved recievedDate freight grandTotal items'.split(' '),
);

const fieldsOf: Readonly<Record<string, ReadonlySet<string>>> = {
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

/** Whether a shop may read a field of one of its entries; in a change of its own values it may read all fields. */
const isForShop = ({ action, entity }: Row, field: string): boolean =>
  action === OWN_VALUES_CHANGED || (fieldsOf[entity] ?? shopFields).has(field);

/** Whether something changed, and all of it is the company's: a shop would see an empty row. */
const isHidden = (row: Row & { readonly changes: readonly unknown[] }): boolean =>
  row.changes.length === 0 && changes(row, false).length > 0;

/** The file that an import took a record from; else the door it was changed through. */
function viaOf({ action, after, via }: Row): string {
  const file = action === 'import' ? after?.[FILE] : undefined;
  return typeof file === 'string' && file !== '' ? file : via;
}

function changes(row: Row, isShop: boolean): z.output<typeof Change>[] {
  const { before, after } = row;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => (row.action !== 'import' || field !== FILE) && (!isShop || isForShop(row, field)))
    .map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null }) as z.output<typeof Change>) // the trail keeps JSON
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
