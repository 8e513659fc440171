import { Model, snakeCaseMappers } from 'objection';

/** The table of the single company, for writing. */
export class CompanyModel extends Model {
  static override tableName = 'companies';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare name: string;
  declare timeZone: string;
  declare factorRoles: string[];
}
