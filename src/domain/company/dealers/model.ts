import { Model, snakeCaseMappers } from 'objection';

/** The table of dealers, for writing. */
export class DealerModel extends Model {
  static override tableName = 'dealers';
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare name: string;
  declare shopId: string | null;
  declare city: string;
  declare haulPercent: number | null;
}
