import type { Knex } from 'knex';
import { FileAnswer } from '../../files/file.js';
import type { Party } from '../../files/pdf/layout.js';
import { metalOrderPdf } from './metal-order-document.js';
import { findOwnRecord, RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { metalOrderKind } from './queries.js';
import { readLogoImage } from '../../company/company/logo.js';
import { readPaper } from '../../company/company/queries.js';
import { queryOnlyRow } from '../../kernel/database/rows.js';
import { unknownUnit } from '../vendors/paper.js';
import { findUnits } from '../vendors/queries.js';

const place = { name: 'name', city: 'city', state: 'state', zipCode: 'zip_code' };

const getShop = async (db: Knex, id: string): Promise<Party> =>
  await queryOnlyRow<Party>(
    db('shops')
      .where({ id })
      .first({ ...place, streetAddress: 'street_address' }),
  );

type PaperVendor = Party & { readonly email: string; readonly terms: string };

const getVendor = async (db: Knex, id: string): Promise<PaperVendor> =>
  await queryOnlyRow<PaperVendor>(
    db('vendors')
      .where({ id })
      .first({ ...place, streetAddress: 'address', email: 'email', terms: 'terms' }),
  );

export const downloadMetalOrder = service({
  summary: 'Download a metal order as a PDF for its vendor',
  permission: 'purchasing.read',
  effect: 'read',
  input: RecordId,
  output: { office: FileAnswer, shop: FileAnswer },
  run: async (ctx, { id }) => {
    const order = await findOwnRecord(ctx, metalOrderKind, id);
    const { email: vendorEmail, terms, ...vendor } = await getVendor(ctx.db, order.vendor._id);
    const itemIds = order.metalOrder.flatMap(({ metalPackage }) => metalPackage.items.map(({ _id }) => _id));
    const units = await findUnits(ctx.db, order.vendor._id, itemIds);
    return metalOrderPdf({
      paper: await readPaper(ctx.db),
      logo: await readLogoImage(ctx.db),
      shop: await getShop(ctx.db, order.shop._id),
      ...{ vendor, vendorEmail, terms },
      purchaseOrderNumber: order.purchaseOrderNumber,
      orderedDate: order.orderedDate,
      changedAt: order.updatedAt,
      packages: order.metalOrder.map(({ serialNumber, shedCategory, metalPackage, ...colors }) => ({
        serialNumber,
        name: metalPackage.name.label,
        category: shedCategory?.name ?? '',
        roofColor: colors.roofColor?.label ?? '',
        sidingColor: colors.sidingColor?.label ?? '',
        trimColor: colors.trimColor?.label ?? '',
        items: metalPackage.items.map(({ _id, name, quantity }) => ({
          ...{ name, quantity, ...(units.get(_id) ?? unknownUnit) },
        })),
      })),
    });
  },
});
