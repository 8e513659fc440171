import type { CompanyCalculator, CompanyInputs, ShopCalculator, ShopInputs } from './schema.js';
import {
  companyCalculatorRow,
  type CompanyCalculatorRow,
  type CompanyShares,
  type GroupPercents,
  shopCalculatorRow,
  type ShopCalculatorRow,
} from './rows.js';
import { usualPercents } from './usual-inputs.js';

type PartialInputs<Inputs> = { readonly [Name in keyof Inputs]?: Inputs[Name] | undefined };
type SizedShed = Omit<ShopCalculator['items'][number], keyof ShopCalculatorRow>;
/**
 * A shop's starting values: its percents, its effective overhead, and its cost of each size in cents, null if not
 * known.
 */
interface ShopSetup<Shed extends SizedShed = SizedShed> {
  readonly percents: ShopCalculator['percents'];
  readonly overhead: number;
  readonly items: readonly (Shed & { readonly shopBoxCost: number | null })[];
}
export type CompanyAnswer = Pick<
  CompanyCalculator,
  | 'percents'
  | 'items'
  | 'dealerCommissionPercent'
  | 'salesRepCommissionPercent'
  | 'overheadPercentCompany'
  | 'overheadPercentShop'
>;
export type ShopResult<Shed extends SizedShed = SizedShed> = ShopCalculatorRow & { readonly shed: Shed };
export type CompanyResult<Shed = CompanyAnswer['items'][number]> = CompanyCalculatorRow & { readonly shed: Shed };

/** P8: every size of the shop's calculator with the results of its inputs; amounts in cents. */
export function calculatedForShop<Shed extends SizedShed>(
  setup: ShopSetup<Shed>,
  inputs: PartialInputs<ShopInputs>,
): ShopResult<Shed>[] {
  const type = inputs.type ?? 'INV';
  const now = { percents: setup.percents[type], overhead: setup.overhead };
  const target = {
    ...getPricing(inputs),
    percents: {
      eightTenTwelve: inputs.small ?? usualPercents.small,
      fourteenSixteen: inputs.large ?? usualPercents.large,
    },
    desired: getTarget(inputs.gp, usualPercents.gp),
  };
  return setup.items.map((shed) => ({
    shed,
    ...shopCalculatorRow({ ...shed, boxCost: shed.shopBoxCost }, now, target),
  }));
}

/** P8: every size of the company's calculator with the results of its inputs; amounts in cents. */
export function calculatedForCompany(setup: CompanyAnswer, inputs: PartialInputs<CompanyInputs>): CompanyResult[] {
  const now = computeShares(setup, { type: inputs.type });
  const target = {
    ...getPricing(inputs),
    shares: computeShares(setup, inputs),
    desired: { company: getTarget(inputs.gp, usualPercents.gp), shop: getTarget(inputs.shopGp, usualPercents.shopGp) },
  };
  return setup.items.map((shed) => ({
    shed,
    ...companyCalculatorRow({ ...shed, boxCost: shed.standardBoxCost }, now, target),
  }));
}

/** The company's shares in percent: as configured, unless an input replaces them. */
export function computeShares(
  setup: Omit<CompanyAnswer, 'items'>,
  inputs: PartialInputs<CompanyInputs>,
): CompanyShares {
  const shop: GroupPercents = setup.percents[inputs.type ?? 'INV'];
  return {
    shop: {
      eightTenTwelve: inputs.small ?? shop.eightTenTwelve,
      fourteenSixteen: inputs.large ?? shop.fourteenSixteen,
    },
    dealerCommission: inputs.dealer ?? setup.dealerCommissionPercent,
    salesRepCommission: inputs.rep ?? setup.salesRepCommissionPercent,
    overhead: inputs.overhead ?? setup.overheadPercentCompany,
    shopOverhead: inputs.shopOverhead ?? setup.overheadPercentShop,
  };
}

const getPricing = ({ by, discount }: PartialInputs<ShopInputs>) => ({
  by: by ?? 'target',
  discount: discount ?? usualPercents.discount,
});

/** A target that is left out uses the default; an empty one means no target. */
const getTarget = (typedPercent: number | null | undefined, otherwise: number): number | null =>
  typedPercent === undefined ? otherwise : typedPercent;
