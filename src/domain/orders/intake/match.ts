import { formatCents, formatDollars, toCents } from '../../kernel/cents.js';
import { findShopPercent, DEFAULT_SHOP_PERCENT, type PercentRow } from '../../pricing/percent.js';
import type { AlertCode, Color, IncomingOrder, RaiseAlert } from './incoming.js';
import { type MatchedLine, matchLines } from './match-lines.js';
import {
  findChoice,
  getPercentKey,
  nameKey,
  sizeKey,
  type CategoryEntry,
  type DealerEntry,
  type ModelEntry,
  type Names,
  type ShedEntry,
  type ShopEntry,
} from './names.js';

/** A difference that a user must review before the order can be pushed to its shop. */
export interface FoundAlert {
  readonly code: AlertCode;
  readonly text: string;
  /** For a price: order minus catalogue, in cents. */
  readonly difference?: number;
}

export interface MatchedOrder {
  readonly incoming: IncomingOrder;
  readonly shop: ShopEntry | null;
  readonly dealer: DealerEntry | null;
  /** Category and model have the names that the order was sold by, even if the catalogue renamed them since. */
  readonly category: CategoryEntry | null;
  readonly model: ModelEntry | null;
  readonly shed: ShedEntry | null;
  readonly shopPercent: number;
  readonly customer: string | null;
  readonly lines: readonly MatchedLine[];
  readonly alerts: readonly FoundAlert[];
}

/** Matches one order to the catalogue. A mismatch becomes an alert, never a refusal. */
export function matchOrder(incoming: IncomingOrder, names: Names): MatchedOrder {
  const alerts: FoundAlert[] = [...incoming.fileAlerts];
  const raise: RaiseAlert = (code, text, difference) =>
    void alerts.push({ code, text, ...(difference === undefined ? {} : { difference }) });
  const shop = matchShop(incoming, names, raise);
  const dealer = matchDealer(incoming, names, shop, raise);
  const { category, model } = matchModel(incoming, names, shop, raise);
  const shed = matchShed(incoming, names, model, raise);
  const shopPercent = matchPercent(incoming, names, { shop, category, model }, raise);
  const customer = matchCustomer(incoming, dealer, raise);
  checkTypes(incoming, names, model && category, raise);
  checkColors(incoming, names, raise);
  checkSerialSize(incoming, raise);
  const lines = matchLines(incoming, names, shop, raise);
  return { incoming, shop, dealer, category, model, shed, shopPercent, customer, lines, alerts };
}

function matchShop({ shop }: IncomingOrder, names: Names, raise: RaiseAlert): ShopEntry | null {
  if (shop === null) raise('shop-missing', 'Shop is missing');
  if (shop === null) return null;
  const shopEntry =
    names.shops.get(shop) ??
    names.shopsByName.get(nameKey(shop)) ??
    names.shops.get(findChoice(names, 'shop', shop)) ??
    null;
  if (!shopEntry) raise('shop', `Shop "${shop}" not found`);
  return shopEntry;
}

/**
 * Finds a dealer by name: this shop's own, or else the one that the office chose for the name, or else the only one of
 * that name. Several of other shops are no match, because each has its own haul percent.
 */
function matchDealer(
  { dealer, dealerId }: IncomingOrder,
  names: Names,
  shop: ShopEntry | null,
  raise: RaiseAlert,
): DealerEntry | null {
  const chosenDealer = dealerId ? names.dealers.get(dealerId) : undefined;
  if (chosenDealer) return chosenDealer;
  if (dealer === null) return null;
  const all = names.dealersByName.get(nameKey(dealer)) ?? [];
  const dealerEntry =
    all.find((d) => d.shopId === shop?.id) ??
    names.dealers.get(findChoice(names, 'dealer', dealer, shop?.id)) ??
    (all.length === 1 ? all[0] : undefined) ??
    null;
  if (!dealerEntry) raise('dealer', `Dealer "${dealer}" not found`);
  return dealerEntry;
}

/**
 * Keeps the model of a stored order, under the names it was sold by. Otherwise finds a model by name or code. Without a
 * category: the only model with that name, or else the one in the shop's default category.
 */
function matchModel(
  incoming: IncomingOrder,
  names: Names,
  shop: ShopEntry | null,
  raise: RaiseAlert,
): Pick<MatchedOrder, 'category' | 'model'> {
  const ownModel = names.models.get(incoming.modelId ?? '');
  if (ownModel) return keepNames(incoming, ownModel, names);
  const all = names.modelsByName.get(nameKey(incoming.model)) ?? [];
  const pricedShed = incoming.category ? (names.categoriesByName.get(nameKey(incoming.category)) ?? null) : null;
  const fallback = names.categories.get(shop?.defaultCategoryId ?? '') ?? null;
  const exactMatch = incoming.category
    ? all.find((m) => m.categoryId === pricedShed?.id)
    : all.length === 1
      ? all[0]
      : all.find((m) => m.categoryId === fallback?.id);
  const model =
    exactMatch ?? names.models.get(findChoice(names, 'model', incoming.model, nameKey(incoming.category ?? '')));
  const category = model ? (names.categories.get(model.categoryId) ?? null) : (pricedShed ?? fallback);
  if (!model)
    raise('model', `Model "${incoming.model}" not found in ${incoming.category ?? category?.name ?? 'the catalogue'}`);
  return { category, model: model ?? null };
}

function keepNames({ category: categoryName, model: name }: IncomingOrder, model: ModelEntry, names: Names) {
  const category = names.categories.get(model.categoryId) ?? null;
  return {
    category: category && { ...category, name: categoryName ?? category.name },
    model: { ...model, name },
  };
}

/**
 * The shed of this size. With several base styles: the order's own unless it is a guess, or else the one with its
 * price, or else its own or the first.
 */
function matchShed(
  incoming: IncomingOrder,
  names: Names,
  model: ModelEntry | null,
  raise: RaiseAlert,
): ShedEntry | null {
  if (!model) return null;
  const { width, length } = incoming;
  const sizes = names.sheds.get(sizeKey(model.id, width, length)) ?? [];
  const price = toCents(incoming.basePrice);
  const ownShed = sizes.find((s) => s.id === incoming.shed?.id);
  const candidates = ownShed ? [ownShed, ...sizes] : sizes;
  const shedAtPrice = candidates.find((s) => s.retailPrice === price);
  const shed = (ownShed && !incoming.shed?.isGuess ? ownShed : (shedAtPrice ?? candidates[0])) ?? null;
  if (!shed) raise('size', `No ${width}x${length} ${model.name} in the catalogue`);
  else if (shed.retailPrice !== price) {
    raise(
      'base-price',
      `Base price ${formatDollars(incoming.basePrice)} differs from the catalogue's ${formatCents(shed.retailPrice)}`,
      price === null ? undefined : price - shed.retailPrice,
    );
  }
  return shed;
}

interface Place {
  readonly shop: ShopEntry | null;
  readonly category: { readonly id: string; readonly name: string } | null;
  readonly model: ModelEntry | null;
}

/** The percent rows that P1 checks, in its order. */
export function percentRows(names: Names, { shop, category, model }: Place): (PercentRow | undefined)[] {
  if (!shop) return [];
  const row = (part: string | null) => names.percents.get(getPercentKey(shop.id, part));
  return [model ? row(model.id) : undefined, category ? row(category.id) : undefined, row(null)];
}

function matchPercent(incoming: IncomingOrder, names: Names, place: Place, raise: RaiseAlert): number {
  if (incoming.shopPercent !== null) return incoming.shopPercent;
  const percent = findShopPercent(percentRows(names, place), incoming.width, incoming.type);
  if (percent === null && place.shop)
    raise('shop-percent', `No ${place.category?.name ?? 'category'} percent for this shop`);
  return percent ?? DEFAULT_SHOP_PERCENT;
}

function matchCustomer(incoming: IncomingOrder, dealer: DealerEntry | null, raise: RaiseAlert): string | null {
  if (incoming.customer) return incoming.customer;
  if (incoming.type === 'Inventory') return dealer?.name ?? incoming.dealer;
  raise('customer-missing', 'Customer is missing');
  return null;
}

/** Checks that the roof and siding type are present and valid for the category of the order's model. */
function checkTypes(
  { roofType, sidingType }: IncomingOrder,
  names: Names,
  category: CategoryEntry | null,
  raise: RaiseAlert,
) {
  if (roofType === null) raise('roof-type-missing', 'Roof type is missing');
  if (sidingType === null) raise('siding-type-missing', 'Siding type is missing');
  if (!category) return;
  if (roofType !== null && !hasRoofType(category, roofType))
    raise('roof-type', `Roof type "${roofType}" is not one of ${category.name}`);
  if (sidingType !== null && !hasSidingType(category, sidingType, names))
    raise('siding-type', `Siding type "${sidingType}" is not one of ${category.name}`);
}

const isListed = (list: readonly string[], type: string): boolean => list.some((one) => nameKey(one) === nameKey(type));

/** A category without a list allows every roof type. */
const hasRoofType = ({ roofTypes }: CategoryEntry, type: string): boolean =>
  roofTypes.length === 0 || isListed(roofTypes, type);

/** A category without a list allows every siding type except those that another category is named after. */
function hasSidingType({ id, sidingTypes }: CategoryEntry, type: string, names: Names): boolean {
  if (sidingTypes.length > 0) return isListed(sidingTypes, type);
  const namesake = names.categoriesByName.get(nameKey(type));
  return namesake === undefined || namesake.id === id;
}

function checkColors(incoming: IncomingOrder, names: Names, raise: RaiseAlert): void {
  const colors: Record<Color, string | null> = {
    Roof: incoming.roofColor,
    Siding: incoming.sidingColor,
    Trim: incoming.trimColor,
  };
  for (const part of incoming.colors) {
    const color = colors[part];
    if (color === null) raise('color-missing', `${part} color is missing`);
    else if (!names.colors[part].has(nameKey(color)))
      raise('color', `${part} color "${color}" is not on the company's list`);
  }
}

/**
 * Checks the size in a serial number. Most have the form CODE-WWLL-nnnnnn-nnnnn, where WWLL is width and length in
 * feet.
 */
function checkSerialSize({ serialNumber, width, length }: IncomingOrder, raise: RaiseAlert): void {
  const size = /-(\d{2})(\d{2})-\d{6}-/.exec(serialNumber);
  if (!size || (Number(size[1]) === width && Number(size[2]) === length)) return;
  raise('serial-size', `Size in serial number (${Number(size[1])}x${Number(size[2])}) differs from ${width}x${length}`);
}
