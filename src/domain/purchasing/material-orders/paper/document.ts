import type { Knex } from 'knex';
import { FileAnswer } from '../../../files/file.js';
import type { Party } from '../../../files/pdf/layout.js';
import { materialOrderPdf } from './template.js';
import { findOwnRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { materialOrderKind } from '../queries.js';
import { OrderId } from '../schema.js';
import { unknownUnit } from '../../vendors/paper.js';
import { findUnits } from '../../vendors/queries.js';
import { readLogoImage } from '../../../company/company/logo.js';
import { readPaper } from '../../../company/company/queries.js';
import { queryOnlyRow } from '../../../kernel/database/rows.js';

export const downloadMaterialOrder = service({
  summary: 'Download a material order as a PDF for its vendor; lines with quantity 0 are left out',
  permission: 'purchasing.read',
  effect: 'read',
  input: OrderId,
  output: { office: FileAnswer, shop: FileAnswer },
  run: async (ctx, { id }) => {
    const order = await findOwnRecord(ctx, materialOrderKind, id);
    const { purchaseOrderNumber, orderedDate, draft, updatedAt: changedAt, grandTotal: total, freight } = order;
    const units = await findUnits(
      ctx.db,
      order.vendor._id,
      order.items.map(({ item }) => item._id),
    );
    return materialOrderPdf({
      paper: await readPaper(ctx.db),
      logo: await readLogoImage(ctx.db),
      ...(await readParties(ctx.db, id)),
      ...{ purchaseOrderNumber, orderedDate, draft, changedAt, total, freight },
      items: order.items
        .filter(({ quantity }) => quantity > 0)
        .map(({ item, description, quantity, newPrice, total: all }) => ({
          ...{ name: item.name, description, quantity, ...(units.get(item._id) ?? unknownUnit) },
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
