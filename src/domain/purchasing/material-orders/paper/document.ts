import type { Knex } from 'knex';
import { FileAnswer } from '../../../files/file.js';
import type { Party } from '../../../files/pdf/layout.js';
import { materialOrderPdf } from './template.js';
import { findOwnRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { materialOrderKind } from '../queries.js';
import { OrderId } from '../schema.js';
import { readLogoImage } from '../../../company/company/logo.js';
import { readPaper } from '../../../company/company/queries.js';
import { queryOnlyRow, queryRows } from '../../../kernel/database/rows.js';

export const downloadMaterialOrder = service({
  summary: 'Download a material order as a PDF for its vendor; lines with quantity 0 are left out',
  permission: 'purchasing.read',
  effect: 'read',
  input: OrderId,
  output: { office: FileAnswer, shop: FileAnswer },
  run: async (ctx, { id }) => {
    const order = await findOwnRecord(ctx, materialOrderKind, id);
    const { purchaseOrderNumber, orderedDate, draft, updatedAt: changedAt, grandTotal: total, freight } = order;
    const units = await readUnits(ctx.db, id);
    return materialOrderPdf({
      paper: await readPaper(ctx.db),
      logo: await readLogoImage(ctx.db),
      ...(await readParties(ctx.db, id)),
      ...{ purchaseOrderNumber, orderedDate, draft, changedAt, total, freight },
      items: order.items
        .filter(({ quantity }) => quantity > 0)
        .map(({ item, description, quantity, newPrice, total: all }) => ({
          ...{
            name: item.name,
            description,
            quantity,
            ...((item._id && units.get(item._id)) || { unit: '', pack: null }),
          },
          price: newPrice,
          total: all,
        })),
    });
  },
});

interface Parties {
  readonly shop: Party;
  readonly vendor: Party;
  readonly vendorEmail: string;
  readonly terms: string;
}

const address = (table: string, street: string): string => `json_build_object('name', ${table}.name,
  'streetAddress', ${table}.${street}, 'city', ${table}.city, 'state', ${table}.state, 'zipCode', ${table}.zip_code)`;

const readParties = async (db: Knex, id: string): Promise<Parties> =>
  await queryOnlyRow<Parties>(
    db('material_orders as m')
      .join('vendors as v', 'v.id', 'm.vendor_id')
      .join('shops as s', 's.id', 'm.shop_id')
      .where('m.id', id)
      .first(
        db.raw(
          `${address('s', 'street_address')} as shop, ${address('v', 'address')} as vendor, v.email as "vendorEmail", v.terms`,
        ),
      ),
  );

interface UnitRow {
  readonly item: string;
  readonly unit: string;
  readonly pack: number | null;
}

/** The unit of each item of an order, and the pack in which its vendor sells it. */
async function readUnits(db: Knex, id: string): Promise<ReadonlyMap<string, Omit<UnitRow, 'item'>>> {
  const rows = await queryRows<UnitRow>(
    db('material_orders as m')
      .join('material_order_lines as l', 'l.order_id', 'm.id')
      .join('items as i', 'i.id', 'l.item_id')
      .leftJoin('vendor_items as x', (on) => on.on('x.item_id', 'i.id').andOn('x.vendor_id', 'm.vendor_id'))
      .where('m.id', id)
      .select({ item: 'i.id', unit: 'i.type', pack: 'x.pack' }),
  );
  return new Map(rows.map(({ item, ...unit }) => [item, unit]));
}
