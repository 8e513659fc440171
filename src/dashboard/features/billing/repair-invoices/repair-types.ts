import type { RepairStatus, RepairType } from '../../../../domain/billing/repair-invoices/status.js';
import type { Output } from '../../../lib/server/api.js';
import type { Side } from '../../../lib/use-side.js';

export type RepairRow = Output<'GET /api/repairinvoice/status/:status/:type'>['items'][number];
export type RepairInvoice = Output<'GET /api/repairinvoice/findbyid/:id'>;
/** An item available for a line, with its default rates. */
export type Choice = Output<'GET /api/repairinvoice/draft/:type'>['items'][number];
type Shown = '_id' | 'revision' | 'invoiceNumber' | 'type' | 'status' | 'shop' | 'invoiceTotal';
/** An invoice as it was shown when the user chose an action. */
export type ActedOn = Pick<RepairRow, Shown>;

/** The list for a type and status. */
export const repairList = (side: Side, type: RepairType, status: RepairStatus): string =>
  `/${side}/${type.toLowerCase()}/invoices/${status.toLowerCase()}`;
