import { Model, snakeCaseMappers } from 'objection';
import type { PaymentSums } from './rules.js';

/** The table of payments, for writing; amounts in cents. */
export class PaymentModel extends Model {
  static override tableName = 'payments';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['figures'];
  declare id: string;
  declare revision: number;
  declare paymentNumber: string;
  declare shopId: string;
  declare paymentDate: string;
  declare memo: string;
  declare invoiceCount: number;
  declare subTotal: number;
  declare repairCount: number;
  declare repairTotal: number;
  declare driverCount: number;
  declare driverTotal: number;
  declare correctionCount: number;
  declare correctionTotal: number;
  declare outdated: boolean;
  declare adjustment: number;
  declare companyTotal: number;
  declare orderTotal: number;
  declare haulTotal: number | null;
  declare figures: PaymentSums;
  declare createdBy: string | null;
  declare madeBy: string;
  declare createdAt: string;
  declare updatedAt: string;
  declare updatedBy: string | null;
  declare deletedAt: string | null;
}
