import { Model, snakeCaseMappers } from 'objection';

/** The table of support tickets, for writing. */
export class TicketModel extends Model {
  static override tableName = 'support_tickets';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare shopId: string | null;
  declare createdBy: string | null;
  declare createdByName: string;
  declare email: string;
  declare itemName: string;
  declare description: string;
  declare serialNumber: string;
  declare priority: string;
  declare page: string | null;
  declare pageTitle: string;
  declare outboxId: string | null;
  declare status: string;
  declare revision: number;
  declare createdAt: Date;
}

/** The table of answers to tickets, for writing. */
export class TicketAnswerModel extends Model {
  static override tableName = 'ticket_answers';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare ticketId: string;
  declare content: string;
  declare authorId: string | null;
  declare authorName: string;
  declare at: Date;
}
