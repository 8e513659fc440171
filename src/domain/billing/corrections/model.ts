import { Model, snakeCaseMappers } from 'objection';

/**
 * The table of corrections, for writing; amounts in cents. The payments slice assigns corrections to a payment and
 * releases them.
 */
export class CorrectionModel extends Model {
  static override tableName = 'corrections';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare orderId: string;
  declare invoiceId: string;
  declare shopId: string;
  declare amount: number;
  declare reason: string;
  declare paymentId: string | null;
  declare createdBy: string | null;
  declare madeBy: string;
  declare createdAt: string;
}
