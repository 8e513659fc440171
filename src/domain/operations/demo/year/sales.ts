import type { DateTime } from 'luxon';
import type { CompanyFile } from '../company-file.js';
import { sizeName } from '../company-file.js';
import type { Dice } from './dice.js';
import { describeSale } from './facts.js';
import type { Crew } from './staff.js';
import { firstNames, lastNames, streets, towns } from './words.js';

/** A sold shed in the format of the sales system's feed. */
export type DemoFeedRow = Readonly<Record<string, unknown>> & { readonly serialNumber: string };

/** How a row differs from the catalogue, so that its upload raises an alert. */
export type Fault = 'discounted' | 'loft' | 'ramp' | 'no shop' | 'no roof color';

interface Sale {
  readonly number: number;
  readonly day: DateTime;
  readonly crew: Crew;
  readonly fault?: Fault | undefined;
}

/** Add-ons that customers choose, and how many at most. */
const choices = [
  ...[{ name: '24x36 Window', most: 2 } as const, { name: '30x40 Window', most: 2 }],
  ...[{ name: 'Gable Window 18x27', most: 2 } as const, { name: 'Shelf 8ft', most: 4 }],
  ...[{ name: 'Workbench', most: 1 } as const, { name: 'Shutters and Flower Box', most: 2 }],
  ...[{ name: 'Cupola', most: 1 } as const, { name: '9-Lite Walk-in Door', most: 1 }],
  ...[{ name: 'Single Shop Door', most: 1 } as const, { name: 'Electrical Package', most: 1 }],
  ...[{ name: 'Level and Block', most: 1 } as const, { name: 'Garage Door 9x7', most: 1 }],
];
const onLot = [{ name: 'Lot Model Refresh', most: 1 } as const, { name: 'Dealer Preparation', most: 1 }];

const widths: Readonly<Record<number, number>> = { 8: 0.6, 10: 2, 12: 6, 14: 3, 16: 2 };
/** Add-ons that are sold less often. */
const dear: ReadonlySet<string> = new Set(['Metal Workshop', 'Metal Carriage House']);
const reps = ['Chris Dalton', 'Megan Ellison', 'Todd Ramsey', 'Jill Harmon'] as const;

/** Creates the rows of sold sheds from the catalogue, at its prices. */
export function makeSeller(company: CompanyFile, dice: Dice): (sale: Sale) => DemoFeedRow {
  const priceByName = new Map(company.addOns.map((addOn) => [addOn.name, addOn.retailPrice]));
  const models = new Map(company.shedModels.map((model) => [model.name, model]));
  const costedSizes = [company.shedLabor, company.haulBases].map((rows) => new Set(rows.map(sizeName)));
  const sheds = company.sheds.filter((shed) => costedSizes.every((sizes) => sizes.has(sizeName(shed))));
  const line = (name: string, quantity: number, priceIncluded: boolean) => {
    const price = priceByName.get(name);
    if (price === undefined) throw new Error(`The demo has no add-on "${name}".`);
    return { name, price: price.toFixed(2), quantity, priceIncluded };
  };
  const buy = (from: typeof choices | typeof onLot, count: number) => {
    const names = new Set(Array.from({ length: count }, () => dice.pick<{ name: string; most: number }>(from)));
    return [...names].map(({ name, most }) => line(name, dice.between(1, most), false));
  };
  const faulty: Readonly<Record<Fault, readonly object[]>> = {
    discounted: [],
    loft: [{ name: 'Loft 4ft', price: '210.00', quantity: dice.between(1, 2), priceIncluded: false }],
    ramp: [{ name: 'Ramp 6ft', price: '185.00', quantity: 1, priceIncluded: false }],
    'no shop': [],
    'no roof color': [],
  };

  return ({ number, day, crew, fault }) => {
    const isLot = dice.chance(0.18);
    const fits = sheds.filter(
      ({ model, width }) => crew.categories.includes(models.get(model)?.category ?? '') && (!isLot || width < 14),
    );
    const shed = dice.pickBy(
      fits,
      ({ model, width, length }) => popularity(width, length) * (dear.has(model) ? 0.3 : 1),
    );
    const model = models.get(shed.model);
    const standardLines = (model?.standardAddOns ?? []).map(({ addOn, quantity }) => line(addOn, quantity, true));
    const extraLines = [
      ...buy(isLot ? onLot : choices, dice.between(0, isLot ? 1 : 3)),
      ...(fault ? faulty[fault] : []),
    ];
    const extraSum = extraLines.reduce<number>((sum, one) => sum + amount(one), 0);
    const adjustment = dice.chance(0.08) ? -50 * dice.between(1, 4) : 0;
    const discount = fault === 'discounted' ? 25 * dice.between(2, 6) : 0;
    const subTotal = shed.retailPrice / 100 - discount + extraSum + adjustment;
    const tax = Math.round(subTotal * 6.5) / 100;
    const { width, length } = shed;
    const [size, digits] = [`${width}x${length}`, `${two(width)}${two(length)}`];
    const person = { first: dice.pick(firstNames), last: dice.pick(lastNames), town: dice.pick(towns) };
    const town = { street: `${dice.between(101, 4899)} ${dice.pick(streets)}`, ...person.town };
    const ownDealers = company.dealers.filter((dealer) => dealer.shop === crew.shop);
    const dealer = dice.pick(dice.chance(0.8) && ownDealers.length > 0 ? ownDealers : company.dealers);
    const category = model?.category ?? '';
    const types = company.shedCategories.find(({ name }) => name === category);
    return {
      id: String(1_400_000 + number),
      ...{ status: 'processed', orderNumber: String(260_000 + number), companyId: '77' },
      ...{ billingAddressLineOne: town.street, billingCity: town.city, billingState: town.state, billingZip: town.zip },
      ...{ deliveryAddressLineOne: town.street, deliveryCity: town.city, deliveryState: town.state },
      deliveryZip: town.zip,
      buildingAddons: [...standardLines, ...extraLines],
      ...{ buildingCustomAddons: [], buildingCondition: 'new', buildingLength: length, buildingWidth: width },
      ...{ buildingSize: size, buildingModelName: shed.model },
      buildingRoofColor: fault === 'no roof color' ? null : dice.pick(company.company.roofColors),
      buildingRoofType: dice.pick(types?.roofTypes.length ? types.roofTypes : ['Metal']),
      buildingSidingColor: dice.pick(company.company.sidingColors),
      buildingSidingType: dice.pick(types?.sidingTypes.length ? types.sidingTypes : [category]),
      customerName: isLot ? null : `${person.first} ${person.last}`,
      ...(isLot ? {} : { customerFirstName: person.first, customerLastName: person.last }),
      customerEmail: isLot ? null : `${person.first}.${person.last}@example.com`.toLowerCase(),
      dateOrdered: day.set({ hour: dice.between(8, 17), minute: dice.between(0, 59) }).toISO(),
      ...{ dateCancelled: null, soldByDealer: dealer.name, dealerPrimarySalesRep: dice.pick(reps) },
      ...{ initialPaymentDollarAmount: '500.00', initialPaymentType: dice.pick(['cash', 'check', 'card']) },
      orderType: isLot ? 'Off Lot' : 'New Build',
      ...describeSale(number, { day, isLot, isRto: dice.chance(0.3), total: subTotal + tax }),
      serialNumber: `${crew.code}-${digits}-${day.toFormat('MMddyy')}-${number}`,
      shopName: fault === 'no shop' ? null : crew.shop,
      ...{ state: town.state, subTotalDollarAmount: subTotal.toFixed(2), subTotalAdjustmentNote: null },
      subTotalAdjustmentDollarAmount: adjustment.toFixed(2),
      ...{ totalTaxDollarAmount: tax.toFixed(2), totalAmountDollarAmount: (subTotal + tax).toFixed(2) },
    };
  };
}

/** How often a size is sold: most sheds are 12 wide and from 16 to 24 long. */
function popularity(width: number, length: number): number {
  const area = width * length;
  return (widths[width] ?? 1) * (area < 160 ? 0.15 : area < 200 ? 0.5 : 1) * (length > 24 ? 0.5 : 1);
}

const two = (feet: number): string => String(feet).padStart(2, '0');

const amount = (one: object): number => {
  const { price, quantity }: Readonly<Record<string, unknown>> = { ...one };
  return Number(price) * Number(quantity);
};
