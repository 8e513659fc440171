import { DocumentModel } from '../../kernel/records/document.js';
import type { PaymentSums } from './rules.js';

/** The table of payments, for writing; amounts in cents. */
export class PaymentModel extends DocumentModel {
  static override tableName = 'payments';
  static override jsonAttributes = ['figures'];
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
  declare madeBy: string;
}
