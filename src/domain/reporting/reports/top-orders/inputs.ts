import { type ActorCtx, getScope } from '../../../kernel/context.js';
import { findCompanySettings } from '../../../company/company/queries.js';
import {
  companyDefaults,
  DESIRED_GP,
  type OfficeInputs,
  officeInputNames,
  type OwnInputs,
  ownInputNames,
} from './rules.js';
import type { TopOrdersFilter } from './schema.js';
import { queryRows } from '../../../kernel/database/rows.js';

/** The inputs that apply, and their defaults. */
export interface AppliedInputs<I> {
  readonly inputs: I;
  readonly defaults: I;
}

type FilterInputs = TopOrdersFilter['inputs'];

const chooseInputs = <I extends object>(
  names: readonly (keyof I & keyof FilterInputs)[],
  input: FilterInputs,
  defaults: I,
): AppliedInputs<I> => ({
  inputs: Object.fromEntries(names.map((name) => [name, input[name] ?? defaults[name]])) as I, // these are the keys of I
  defaults,
});

/** P9: the company's inputs; those left out default to the settings or to the report's defaults. */
export async function officeInputs(ctx: ActorCtx, filter: FilterInputs): Promise<AppliedInputs<OfficeInputs>> {
  const settings = await findCompanySettings(ctx.db);
  return chooseInputs<OfficeInputs>(officeInputNames, filter, {
    ...companyDefaults,
    dealerCommission: settings.dealerCommissionPercent,
    salesRepCommission: settings.salesRepCommissionPercent,
    companyOverhead: settings.overheadPercentCompany,
    desiredGp: DESIRED_GP,
  });
}

/** P12: a shop's inputs; those left out default to the shop's settings, or else to the company's defaults. */
export async function ownInputs(ctx: ActorCtx, filter: FilterInputs): Promise<AppliedInputs<OwnInputs>> {
  const rows = await queryRows<OwnInputs | undefined>(ctx.db.raw(ownSql, [getScope(ctx.actor)]));
  const { small, large, overhead, other: addOn } = companyDefaults;
  return chooseInputs<OwnInputs>(ownInputNames, filter, rows[0] ?? { small, large, overhead, addOn });
}

const { small, large, overhead, other } = companyDefaults;

const ownSql = `
  select coalesce(nullif(p.eight_ten_twelve_nb_percent, 0), ${small}) as small,
    coalesce(nullif(p.fourteen_sixteen_nb_percent, 0), ${large}) as large,
    coalesce(s.overhead, ${overhead}) as overhead, coalesce(s.shop_add_on_percent, ${other}) as "addOn"
  from shops s left join shop_percents p on p.shop_id = s.id and p.category_id is null and p.model_id is null
  where s.id = ?`;
