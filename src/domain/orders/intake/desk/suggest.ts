import type { Knex } from 'knex';
import { queryRows } from '../../../kernel/database/rows.js';
import { isOneOf, groupBy } from '../../../kernel/objects.js';
import { choiceKey, nameKey } from '../names.js';
import { type Cause, chosenKinds, type NamedKind, toKey } from './cause.js';
import type { Suggestion } from './schema.js';

const MOST = 5;

/** A cause with the name as written in the file. */
type NamedCause = Cause & { readonly name: string | null };

interface SuggestionMatch extends Omit<Suggestion, 'times' | 'lastChosen'> {
  readonly asked: string;
  readonly shopId: string | null;
}

interface RememberedMatch extends SuggestionMatch {
  readonly words: string;
  readonly within: string;
  readonly times: number;
  readonly lastChosen: string;
}

/** The catalogue records of each kind: what a suggestion shows, and where their names are stored. */
const sources: Readonly<Record<NamedKind, { readonly columns: string; readonly from: string }>> = {
  shop: { columns: 'null as category, null::float8 as price, false as "isPercent", r.id as "shopId"', from: 'shops r' },
  dealer: {
    columns: 's.name as category, null::float8 as price, false as "isPercent", r.shop_id as "shopId"',
    from: 'dealers r left join shops s on s.id = r.shop_id',
  },
  model: {
    columns: 'c.name as category, null::float8 as price, false as "isPercent", null::uuid as "shopId"',
    from: 'shed_models r join shed_categories c on c.id = r.category_id',
  },
  'add-on': {
    columns: `c.name as category, r.retail_price::float8 as price, r.type = 'percent' as "isPercent", null::uuid as "shopId"`,
    from: 'add_ons r join addon_categories c on c.id = r.category_id',
  },
};

const isNamedKind = (kind: string): kind is NamedKind => kind !== 'shop-missing' && isOneOf(chosenKinds, kind);

/**
 * Suggests records for names that the catalogue lacks, by the key of their cause: first those chosen before for the
 * same name, then those with the most similar names (sharing at least 30 % of their trigrams). The order is
 * deterministic.
 */
export async function suggest(db: Knex, causes: readonly NamedCause[]): Promise<Map<string, Suggestion[]>> {
  const suggestions = new Map<string, Suggestion[]>();
  for (const [kind, ofKind] of groupBy(causes, (cause) => cause.kind)) {
    if (!isNamedKind(kind)) continue;
    const [choices, similarRecords] = await Promise.all([findChosen(db, kind, ofKind), findAlike(db, kind, ofKind)]);
    for (const cause of ofKind)
      suggestions.set(toKey(cause), choose(cause, choices, similarRecords.get(cause.name ?? '') ?? []));
  }
  return suggestions;
}

/** Puts chosen records before similar ones; of add-ons with the same name, keeps the first. */
function choose(
  cause: NamedCause,
  choices: ReadonlyMap<string, RememberedMatch[]>,
  similarRecords: readonly SuggestionMatch[],
): Suggestion[] {
  const before = choices.get(toKey(cause)) ?? [];
  const nearFirst = similarRecords.toSorted(
    (a, b) => Number(b.shopId === cause.within) - Number(a.shopId === cause.within),
  );
  const sortedRecords = cause.kind === 'dealer' ? nearFirst : similarRecords;
  const names = new Set<string>();
  return [...before, ...sortedRecords.map((record) => ({ ...record, times: 0, lastChosen: null }))]
    .filter(({ name, category }) => {
      const key = cause.kind === 'add-on' ? nameKey(name) : `${nameKey(name)}|${category}`;
      return !names.has(key) && Boolean(names.add(key));
    })
    .slice(0, MOST)
    .map(({ _id, name, category, price, isPercent, times, lastChosen, alike: share }) => ({
      ...{ _id, name, category, price, isPercent, alike: share, times, lastChosen },
    }));
}

async function findAlike(
  db: Knex,
  kind: NamedKind,
  causes: readonly NamedCause[],
): Promise<Map<string, SuggestionMatch[]>> {
  const names = [...new Set(causes.flatMap(({ name }) => name ?? []))];
  const { columns, from } = sources[kind];
  const rows = await queryRows<SuggestionMatch>(
    db.raw(
      `select a.asked, f.* from unnest(?::text[]) as a (asked) cross join lateral (
         select r.id as "_id", r.name, ${columns}, round(100 * similarity(r.name, a.asked))::int as alike
         from ${from} where r.name % a.asked
         order by r.name <-> a.asked, lower(r.name), r.id limit 20) f`,
      [names],
    ),
  );
  return groupBy(rows, (row) => row.asked);
}

async function findChosen(
  db: Knex,
  kind: NamedKind,
  causes: readonly NamedCause[],
): Promise<Map<string, RememberedMatch[]>> {
  const { columns, from } = sources[kind];
  const rows = await queryRows<RememberedMatch>(
    db.raw(
      `select m.words, m.within, m.name as asked, r.id as "_id", r.name, ${columns}, m.times,
         m.chosen_at as "lastChosen", round(100 * similarity(r.name, m.name))::int as alike
       from ${from} join matching_choices m on m.chosen_id = r.id
       where m.kind = ? and m.words = any(?::text[])
       order by m.chosen_at desc, r.id`,
      [kind, [...new Set(causes.map(({ words }) => words))]],
    ),
  );
  return groupBy(rows, ({ words, within }) => choiceKey(kind, words, within));
}
