import type { Knex } from 'knex';
import { FileAnswer } from '../../../files/file.js';
import type { Party } from '../../../files/pdf/layout.js';
import { materialOrderPdf } from './template.js';
import { findOwnRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { materialOrderKind } from '../queries.js';
import { computeGrandTotal, priceForVendor } from '../rules.js';
import { OrderId } from '../schema.js';
import { unknownUnit } from '../../vendors/paper.js';
import { findUnits } from '../../vendors/queries.js';
import { readLogoImage } from '../../../company/company/logo.js';
import { readPaper } from '../../../company/company/queries.js';
import { queryOnlyRow } from '../../../kernel/database/rows.js';

export const downloadMaterialOrder = service({
  summary:
    'Download a material order as a PDF for its vendor; lines with quantity 0 are left out, and prices are without the estimate of freight that each was entered with',
  permission: 'purchasing.read',
  effect: 'read',
  input: OrderId,
  output: { office: FileAnswer, shop: FileAnswer },
  run: async (ctx, { id }) => {
    const order = await findOwnRecord(ctx, materialOrderKind, id);
    const { purchaseOrderNumber, orderedDate, draft, updatedAt: changedAt, freight } = order;
    const ids = order.items.flatMap(({ item }) => item._id ?? []);
    const units = await findUnits(ctx.db, order.vendor._id, ids);
    const lines = order.items
      .filter(({ quantity }) => quantity > 0)
      .map((line) => ({ ...line, ...priceForVendor(line) }));
    return materialOrderPdf({
      paper: await readPaper(ctx.db),
      logo: await readLogoImage(ctx.db),
      ...(await readParties(ctx.db, id)),
      ...{ purchaseOrderNumber, orderedDate, draft, changedAt, total: computeGrandTotal(lines), freight },
      items: lines.map(({ item, description, quantity, newPrice: price, total }) => ({
        ...{ name: item.name, description, quantity, price, total },
        ...(units.get(item._id) ?? unknownUnit),
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
