import { dollarsToCents } from '../../../../../domain/pricing/exact.js';
import { addOnGroups, type AddOnGroup, type TopOrderSums } from '../../../../../domain/pricing/uses/top-orders.js';
import type { Output } from '../../../../lib/server/api.js';
import { toRecord } from '../../../../../domain/kernel/objects.js';

export type OfficeAnswer = Output<'POST /api/orders/top/report'>;
export type ShopAnswer = Output<'POST /api/orders/top/report', 'shop'>;
export type AnyRow = OfficeAnswer['rows'][number] | ShopAnswer['rows'][number];

/** A row of the response with the totals it is calculated from, in cents. */
export interface SummedRow<R extends AnyRow> extends TopOrderSums {
  readonly _id: string;
  readonly row: R;
}
export type OfficeRow = SummedRow<OfficeAnswer['rows'][number]> & { readonly haul: number; readonly escort: number };
export type ShopRow = SummedRow<ShopAnswer['rows'][number]>;

/** The key of a shed: its model's ID, or the name of a model not in the catalogue, and its size. */
export const getModel = ({ shed: { model } }: AnyRow): string => model._id ?? model.name;

/** `Cottage Shed 10×16`. */
export const formatName = ({ shed: { model, width, length } }: AnyRow): string => `${model.name} ${width}×${length}`;

const inGroups = (retail: Readonly<Record<AddOnGroup, number>>) =>
  toRecord(addOnGroups, (group) => dollarsToCents(retail[group]));

const common = <R extends AnyRow>(row: R) => ({
  _id: `${getModel(row)}|${row.shed.width}|${row.shed.length}`,
  row,
  width: row.shed.width,
  count: row.count,
  addOnRetail: inGroups(row.addOnRetail),
});

/** P9: a row of the company's version, at standard costs. */
export const officeRow = (row: OfficeAnswer['rows'][number]): OfficeRow => ({
  ...common(row),
  baseRetail: dollarsToCents(row.baseRetailTotal),
  percentLines: 0,
  shedCost: dollarsToCents(row.totalStandardShedExpense),
  addOnCost: dollarsToCents(row.totalStandardAddOnCost),
  haul: dollarsToCents(row.haulTotal),
  escort: dollarsToCents(row.escortTotal),
});

/** P12: a row of a shop's version, at its own costs. */
export const shopRow = (row: ShopAnswer['rows'][number]): ShopRow => ({
  ...common(row),
  baseRetail: dollarsToCents(row.listRetailTotal),
  percentLines: dollarsToCents(row.percentLines),
  shedCost: dollarsToCents(row.totalShopShedExpense),
  addOnCost: dollarsToCents(row.totalShopStandardAddOnCost),
});
