import type { Knex } from 'knex';
import { inOneTrip } from '../../kernel/database/database.js';
import { mapColumns } from '../../kernel/database/columns.js';
import { queryRows } from '../../kernel/database/rows.js';
import { caseCompany, companyColors, readCompanySettings, type ColorRow } from '../../company/company/queries.js';
import { percentColumns } from '../../company/shops/rules.js';
import type { AddOnType, AllocationFlag, CaseCompany } from '../../pricing/case/case.js';
import type { PercentRow } from '../../pricing/percent.js';
import type { IncomingOrder } from './incoming.js';
import { groupBy } from '../../kernel/objects.js';

/** Normalizes a name for comparison: ignores case and spaces. */
export const nameKey = (name: string): string => name.toLowerCase().replace(/\s+/g, '');

export interface ShopEntry {
  readonly id: string;
  readonly name: string;
  readonly overhead: number | null;
  readonly shopAddOnPercent: number | null;
  readonly defaultCategoryId: string | null;
  readonly nbParentId: string | null;
  readonly olParentId: string | null;
}

export interface DealerEntry {
  readonly id: string;
  readonly name: string;
  readonly shopId: string | null;
  readonly haulPercent: number | null;
}

export interface CategoryEntry {
  readonly id: string;
  readonly name: string;
  /** The siding and roof types that the category allows; an empty list means no known limit. */
  readonly sidingTypes: readonly string[];
  readonly roofTypes: readonly string[];
}

export interface ModelEntry {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly categoryId: string;
}

export interface ShedEntry {
  readonly id: string;
  readonly modelId: string;
  readonly baseStyleId: string;
  readonly width: number;
  readonly length: number;
  readonly retailPrice: number;
}

export interface AddOnEntry {
  readonly id: string;
  readonly name: string;
  readonly ssId: string | null;
  readonly parentId: string;
  readonly type: AddOnType;
  readonly retailPrice: number;
  readonly shopPercent: number | null;
  readonly mode: AllocationFlag | null;
  readonly discount: boolean;
  readonly nonInventory: boolean;
  readonly standardNonInvCost: number | null;
  readonly laborId: string | null;
}

/** The catalogue names that incoming orders are matched against, read once for many orders, and the sheds by size. */
export interface Names extends NamesWithoutSheds {
  readonly sheds: ReadonlyMap<string, readonly ShedEntry[]>;
}

/** Chosen IDs by `choiceKey`. The ID of a deleted record is ignored. */
export type Choices = ReadonlyMap<string, string>;

/** The key of a choice: the kind, the name in the file, and the shop of a dealer or the category of a model. */
export const choiceKey = (kind: string, name: string, within: string | null = null): string =>
  `${kind}|${within ?? ''}|${nameKey(name)}`;

/** The ID that the office chose for a name the catalogue lacks; empty if it chose none. */
export const findChoice = (names: Pick<Names, 'choices'>, kind: string, name: string, within = ''): string =>
  names.choices.get(choiceKey(kind, name, within)) ?? '';

/** The add-ons that the office has chosen for names the catalogue lacks, by `nameKey`, also choices not to remember. */
export async function findChosenAddOns(db: Knex): Promise<Map<string, string>> {
  const choices = db('matching_choices').where({ kind: 'add-on' }).select({ words: 'words', chosenId: 'chosen_id' });
  const rows = await queryRows<{ readonly words: string; readonly chosenId: string }>(choices);
  return new Map(rows.map(({ words, chosenId }) => [words, chosenId]));
}

export const sizeKey = (modelId: string, width: number, length: number): string => `${modelId}|${width}|${length}`;
/** The key of a shop's percent row: for a model or a category, or for the shop's default if `part` is null. */
export const getPercentKey = (shopId: string, part: string | null): string => `${shopId}|${part ?? ''}`;

const index = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [key(row), row]));

/** The facts of an order that decide which shed it is. */
type ShedFacts = Pick<IncomingOrder, 'modelId' | 'model' | 'category' | 'width' | 'length'>;

/**
 * Reads the names of the catalogue and the sheds that these orders could be, in two database round trips for any number
 * of orders. `newChoices` take precedence over the remembered choices.
 */
export async function loadNames(
  db: Knex,
  orders: readonly ShedFacts[],
  newChoices: Choices = new Map(),
): Promise<Names> {
  const names = await loadNamesWithoutSheds(db, newChoices);
  return { ...names, sheds: await findSheds(db, names, orders) };
}

export type NamesWithoutSheds = Readonly<Awaited<ReturnType<typeof loadNamesWithoutSheds>>>;

/** The sheds that these orders could be, by size. */
export async function findSheds(
  db: Knex,
  names: NamesWithoutSheds,
  orders: readonly ShedFacts[],
): Promise<Names['sheds']> {
  const sizes = new Map<string, readonly [modelId: string, width: number, length: number]>();
  for (const order of orders) {
    const { width, length } = order;
    for (const { id } of findModels(names, order)) sizes.set(sizeKey(id, width, length), [id, width, length]);
  }
  const sizeList = [...sizes.values()];
  const sheds = await queryRows<ShedEntry>(
    db.raw(
      `select id, s.model_id as "modelId", base_style_id as "baseStyleId", s.width, s.length, retail_price as "retailPrice"
         from sheds s join unnest(?::uuid[], ?::numeric[], ?::numeric[]) as size(model_id, width, length) using (model_id, width, length)
        order by id`,
      [sizeList.map(([id]) => id), sizeList.map(([, width]) => width), sizeList.map(([, , length]) => length)],
    ),
  );
  return groupBy(sheds, (s) => sizeKey(s.modelId, s.width, s.length));
}

/**
 * Every model that `matchOrder` could choose for an order: its own, or else all of its name or code, and the one that
 * the office chose for this name.
 */
function findModels(names: NamesWithoutSheds, { modelId, model, category }: ShedFacts): ModelEntry[] {
  const ownModel = names.models.get(modelId ?? '');
  if (ownModel) return [ownModel];
  const chosenModel = names.models.get(names.choices.get(choiceKey('model', model, nameKey(category ?? ''))) ?? '');
  return [...(names.modelsByName.get(nameKey(model)) ?? []), ...(chosenModel ? [chosenModel] : [])];
}

/** The catalogue's names, for orders that `findSheds` finds the sheds of later. */
export async function loadNamesWithoutSheds(db: Knex, newChoices: Choices = new Map()) {
  const [settings, colors, percents, addOns, shops, dealers, categories, models, choices] = await inOneTrip<
    [
      CaseCompany[],
      ColorRow[],
      ShopPercentRow[],
      AddOnEntry[],
      ShopEntry[],
      DealerEntry[],
      CategoryEntry[],
      ModelEntry[],
      ChoiceRow[],
    ]
  >(
    db,
    readCompanySettings(db),
    companyColors(db),
    shopPercents(db),
    addOnEntries(db),
    db('shops').select(mapColumns('id name overhead shopAddOnPercent defaultCategoryId')).select(parentColumns),
    db('dealers').select(mapColumns('id name shopId haulPercent')).orderBy('id'),
    db('shed_categories').select(mapColumns('id name sidingTypes roofTypes')),
    db('shed_models').select(mapColumns('id name code categoryId')),
    db('matching_choices').where({ remembered: true }).select(mapColumns('kind words within chosenId')),
  );
  const set = (kind: ColorRow['kind']) =>
    new Set(colors.filter((row) => row.kind === kind).map(({ color }) => nameKey(color)));
  return {
    settings: caseCompany(settings),
    shops: index(shops, (s) => s.id),
    shopsByName: index(shops, (s) => nameKey(s.name)),
    percents: index(percents, (row) => getPercentKey(row.shopId, row.part)),
    dealers: index(dealers, (d) => d.id),
    dealersByName: groupBy(dealers, (d) => nameKey(d.name)),
    categories: index(categories, (c) => c.id),
    categoriesByName: index(categories, (c) => nameKey(c.name)),
    modelsByName: new Map([
      ...groupBy(models, (m) => (m.code ? nameKey(m.code) : null)),
      ...groupBy(models, (m) => nameKey(m.name)),
    ]),
    models: index(models, (m) => m.id),
    addOns: index(addOns, (a) => a.id),
    addOnsBySsId: groupBy(addOns, (a) => a.ssId),
    addOnsByName: groupBy(addOns, (a) => nameKey(a.name)),
    colors: { Roof: set('roof'), Siding: set('siding'), Trim: set('trim') },
    /** The office's choices for names that the catalogue lacks. */
    choices: new Map([
      ...choices.map((row) => [choiceKey(row.kind, row.words, row.within), row.chosenId] as const),
      ...newChoices,
    ]),
  };
}

type ChoiceRow = Readonly<Record<'kind' | 'words' | 'within' | 'chosenId', string>>;

const parentColumns = mapColumns('nbParentId:nb_addon_category_id olParentId:ol_addon_category_id');

type ShopPercentRow = PercentRow & { readonly shopId: string; readonly part: string | null };

const shopPercents = (db: Knex) =>
  db('shop_percents').select({
    shopId: 'shop_id',
    part: db.raw('coalesce(model_id, category_id)'),
    ...percentColumns,
  });

const addOnEntries = (db: Knex) =>
  db('add_ons as a')
    .join('addon_categories as c', 'c.id', 'a.category_id')
    .select(mapColumns('id name ssId type retailPrice shopPercent mode discount nonInventory standardNonInvCost', 'a'))
    .select({ parentId: 'c.parent_id', laborId: 'a.addon_labor_id' })
    .orderBy('a.id');
