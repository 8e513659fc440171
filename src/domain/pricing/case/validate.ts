import type { FieldError } from '../../kernel/errors.js';
import {
  addOnTypes,
  allocationFlags,
  byFlag,
  type CaseAddOn,
  type CaseAdjustment,
  type CaseCompany,
  type CaseComponent,
  type CaseCustomAddOn,
  type CaseDealer,
  type CaseItem,
  type CaseItemTotals,
  type CaseLabor,
  type CaseLaborValues,
  type CaseLineLabor,
  type CaseOrder,
  type CaseRate,
  type CaseRates,
  type CaseRateValues,
  type CaseShop,
  type CaseTypedCost,
  orderTypes,
  type PricingCase,
  rateTypes,
} from './case.js';
import {
  type Check,
  checkAmount,
  checkFeet,
  checkFlag,
  checkPercent,
  checkQuantity,
  checkUnitPrice,
  checkWord,
} from './checks.js';
import {
  ignored,
  listShape,
  maybe,
  object,
  optional,
  getPath,
  related,
  type Relation,
  requiredShape,
} from './shape.js';

export { checkAmount, checkFeet, checkPercent, checkQuantity, checkUnitPrice } from './checks.js';

/** A case that P0 refuses. Lists every problem with the path of its field. */
export class CaseError extends Error {
  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map(({ path, msg }) => (path ? `${path}: ${msg}` : msg)).join('; '));
    this.name = 'CaseError';
  }
}

/**
 * Checks `input` in full (P0) and returns it as a case. Throws a CaseError that lists every invalid field. Missing
 * lists become empty; missing labor, rates, dealer and haul base become null.
 */
export function parseCase(input: unknown): PricingCase {
  const errors: FieldError[] = [];
  checkCase(input, errors, null, '');
  if (errors.length > 0) throw new CaseError(errors);
  // Every field that pricing reads was checked above; absent ones get their defaults here.
  const c = input as Pick<PricingCase, 'company' | 'shop' | 'order'> & {
    [K in keyof PricingCase]?: PricingCase[K] | null;
  };
  return {
    company: c.company,
    shop: c.shop,
    dealer: c.dealer ?? null,
    order: c.order,
    labor: c.labor ?? {},
    rates: c.rates ?? {},
    components: c.components ?? [],
    haulBase: c.haulBase ?? null,
    addOns: c.addOns ?? [],
    customAddOns: c.customAddOns ?? [],
  };
}

/** A value with a type: if the value is set, the type must be set too. */
const pair =
  (value: string, types: readonly string[], checkOther: Check): Relation =>
  (fields, errors, at) => {
    const isSet = fields[value] !== undefined && fields[value] !== null;
    (isSet ? requiredShape : optional)(checkWord(types))(fields['type'], errors, at, 'type');
    optional(fields['type'] === 'percent' ? checkPercent : checkOther)(fields[value], errors, at, value);
  };

/** A line may split its price in only one way (P4). */
const oneAllocation: Relation = (fields, errors, at) => {
  let first: string | null = null;
  for (const flag of allocationFlags) {
    if (fields[flag] !== true) continue;
    if (first !== null) errors.push({ path: getPath(at, flag), msg: `must not be set together with ${first}` });
    first ??= flag;
  }
};

/** The retail price of a percent-type line is a percent; otherwise it is dollars per unit. */
const priceByType: Relation = (fields, errors, at) =>
  requiredShape(fields['type'] === 'percent' ? checkPercent : checkUnitPrice)(
    fields['retailPrice'],
    errors,
    at,
    'retailPrice',
  );

const percent = requiredShape(checkPercent);
const amount = requiredShape(checkAmount);
const quantity = requiredShape(checkQuantity);
const maybePercent = optional(checkPercent);
const maybeAmount = optional(checkAmount);
const maybeQuantity = optional(checkQuantity);
const maybeUnitPrice = optional(checkUnitPrice);
const flag = optional(checkFlag);

const laborValues = maybe(
  object<CaseLaborValues>({
    buildBase: maybeAmount,
    roofBase: maybeAmount,
    trussCount: maybeQuantity,
    paintHours: maybeQuantity,
    doorCost: maybeAmount,
  }),
);
const rate = maybe(object<CaseRate>({ value: related, type: related }, pair('value', rateTypes, checkUnitPrice)));
const rateValues = maybe(object<CaseRateValues>({ build: rate, roof: rate, truss: rate, paint: rate }));

const itemTotals = { standardTotal: requiredShape(checkUnitPrice), shopTotal: maybeUnitPrice };
const items = listShape(
  object<CaseItem>({
    ...itemTotals,
    quantity,
    replaceItem: flag,
    replacementItem: maybe(object<CaseItemTotals>(itemTotals)),
  }),
);
const lineLabor = maybe(
  object<CaseLineLabor>({ type: related, total: related }, pair('total', addOnTypes, checkUnitPrice)),
);
const typedCost = maybe(object<CaseTypedCost>({ shop: maybeAmount, standard: maybeAmount }));

const addOn = object<CaseAddOn>(
  {
    name: ignored,
    type: requiredShape(checkWord(addOnTypes)),
    quantity,
    retailPrice: related,
    shopPercent: maybePercent,
    extendedPrice: maybeAmount,
    discount: flag,
    ...byFlag(() => flag),
    nonInventory: flag,
    standardNonInvCost: maybeUnitPrice,
    items,
    labor: maybe(object<NonNullable<CaseAddOn['labor']>>({ standard: lineLabor, shop: lineLabor })),
  },
  priceByType,
  oneAllocation,
);

const checkCase = object<PricingCase>({
  company: object<CaseCompany>({
    overheadPercentCompany: percent,
    overheadPercentShop: percent,
    dealerCommissionPercent: percent,
    salesRepCommissionPercent: percent,
    shopToLotPercent: percent,
    lotToCustomerPercent: percent,
    fourteenWideEscort: amount,
    sixteenWideEscort: amount,
    fuelSurcharge: amount,
  }),
  shop: object<CaseShop>({ overhead: maybePercent }),
  dealer: maybe(object<CaseDealer>({ haulPercent: maybePercent })),
  order: object<CaseOrder>({
    type: requiredShape(checkWord(orderTypes)),
    width: requiredShape(checkFeet),
    length: requiredShape(checkFeet),
    retailPrice: amount,
    shopPercent: maybePercent,
    adjustment: maybe(object<CaseAdjustment>({ shop: maybeAmount, company: maybeAmount })),
    typedCosts: maybe(
      object<NonNullable<CaseOrder['typedCosts']>>({
        dealerCommission: maybeAmount,
        salesRepCommission: maybeAmount,
        escort: maybeAmount,
        haul: maybeAmount,
      }),
    ),
  }),
  labor: maybe(object<CaseLabor>({ standard: laborValues, shop: laborValues })),
  rates: maybe(object<CaseRates>({ standard: rateValues, shop: rateValues })),
  components: listShape(object<CaseComponent>({ quantity, items })),
  haulBase: maybeAmount,
  addOns: listShape(addOn),
  customAddOns: listShape(
    object<CaseCustomAddOn>({
      name: ignored,
      unknown: optional(checkFlag),
      quantity,
      retailPrice: requiredShape(checkUnitPrice),
      shopPercent: maybePercent,
      extendedPrice: maybeAmount,
      materialCost: typedCost,
      laborCost: typedCost,
    }),
  ),
});
