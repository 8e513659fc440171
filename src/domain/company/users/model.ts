import { Model, snakeCaseMappers } from 'objection';

/** The table of users, for writing. */
export class UserModel extends Model {
  static override tableName = 'users';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare name: string;
  declare userName: string;
  declare passwordHash: string;
  declare role: string;
  declare shopId: string | null;
  declare viewOnly: boolean;
  declare superAdmin: boolean;
  declare superRole: string | null;
  declare grants: string[];
  declare active: boolean;
  declare sessionGeneration: number;
  declare revision: number;
  declare updatedAt: Date;
}
