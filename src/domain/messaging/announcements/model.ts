import { Model, snakeCaseMappers } from 'objection';

/** The table of announcements, for writing. */
export class AnnouncementModel extends Model {
  static override tableName = 'announcements';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare msg: string;
  declare companySpecific: boolean;
  declare madeBy: string;
  declare createdAt: Date;
}
