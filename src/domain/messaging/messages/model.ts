import { Model, snakeCaseMappers } from 'objection';

/** The table of messages (comments in the API), for writing. */
export class MessageModel extends Model {
  static override tableName = 'comments';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare shopId: string;
  declare orderId: string | null;
  declare serialNumber: string | null;
  declare forType: string;
  declare authorId: string | null;
  declare authorName: string;
  declare content: string;
  declare at: Date;
}
