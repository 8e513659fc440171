import { formatDollars } from '../../../kernel/cents.js';
import type { CostPair, IncomingLine, IncomingOrder } from '../../../orders/intake/incoming.js';
import { nameKey } from '../../../orders/intake/names.js';
import { toIncoming } from '../../../orders/pricing/case.js';
import type { StoredLine, StoredOrder } from '../../../orders/pricing/locked-orders.js';
import type { ShownValue } from './fields.js';

type List = 'addOns' | 'customAddOns';
const lists = ['addOns', 'customAddOns'] as const satisfies readonly List[];

/** A line, and the list that it is in. */
interface ListedLine {
  readonly list: List;
  readonly line: IncomingLine;
}

/** A line of a row under its name, with its number among those with the same name. */
interface NamedLine extends ListedLine {
  readonly key: string;
}

/** A line that differs between two rows of an order; null if one of the rows lacks it. */
interface LineChange {
  readonly key: string;
  readonly list: List;
  readonly name: string;
  readonly before: IncomingLine | null;
  readonly after: IncomingLine | null;
}

/** The same, with the number of the order's line that it belongs to; null for a new one. */
export interface LineDifference extends LineChange {
  readonly lineNo: number | null;
}

/** A line of an order in the format of a row: stored, changed by a newer row, or new. */
export interface MergedLine extends ListedLine {
  readonly storedLine: StoredLine | null;
  readonly isChanged: boolean;
}

/** The lines of a row by name. A second line of the same name is a separate one. */
function nameLines(order: IncomingOrder, toKey = createKeys()): NamedLine[] {
  return listLines(order).map((one) => ({ ...one, key: toKey(one) }));
}

const listLines = (order: IncomingOrder): ListedLine[] =>
  lists.flatMap((list) => order[list].map((line) => ({ list, line })));

/** Keys for lines in their sequence: the name, and a number from the second line of that name on. */
function createKeys(): (line: ListedLine) => string {
  const occurrences = new Map<string, number>();
  return ({ list, line }) => {
    const name = `${list}:${nameKey(line.name)}`;
    const n = (occurrences.get(name) ?? 0) + 1;
    occurrences.set(name, n);
    return n === 1 ? name : `${name}#${n}`;
  };
}

const isNamedAlike = (a: ListedLine, b: ListedLine): boolean => nameKey(a.line.name) === nameKey(b.line.name);

const isSameLine = (a: IncomingLine, b: IncomingLine): boolean =>
  a.quantity === b.quantity &&
  a.price === b.price &&
  a.included === b.included &&
  a.shopPercent === b.shopPercent &&
  JSON.stringify([a.materialCost, a.laborCost]) === JSON.stringify([b.materialCost, b.laborCost]);

/** The add-on that the office has chosen for a name of the sales system, by `nameKey`. */
export type ChosenAddOns = ReadonlyMap<string, string>;

/**
 * The lines that a newer row adds, removes or changes and that are not already so in the order. Removed lines come
 * first, then the others in the sequence of the newer row.
 */
export function findLineChanges(
  order: StoredOrder,
  { base, next, chosen }: { readonly base: IncomingOrder; readonly next: IncomingOrder; readonly chosen: ChosenAddOns },
): LineDifference[] {
  const changes = compareLines(base, next);
  if (changes.length === 0) return [];
  const orderLines = ownLines(order, toIncoming(order));
  const removedKeys = new Set(changes.flatMap(({ key, after }) => (after === null ? key : [])));
  const lineByKey = linkLines(orderLines, nameLines(base), { chosen, removedKeys });
  const linkedLines = new Set(lineByKey.values());
  const addedHere = new Set(orderLines.filter((line) => !linkedLines.has(line)));
  return changes.flatMap((change) => {
    const { key, list, after } = change;
    const mine = lineByKey.get(key);
    const found = [{ ...change, lineNo: mine?.storedLine?.lineNo ?? null }];
    if (after === null) return mine ? found : [];
    if (mine) return isSoldAlike(mine.line, after) && hasEntered(mine, after) ? [] : found;
    const own = [...addedHere].find(
      (one) => one.list === list && isNamedAlike(one, { list, line: after }) && isSoldAlike(one.line, after),
    );
    if (own) addedHere.delete(own);
    return own ? [] : found;
  });
}

/** The lines that a newer row adds, removes or changes. Equal lines that only moved are unchanged. */
function compareLines(before: IncomingOrder, after: IncomingOrder): LineChange[] {
  const toKey = createKeys();
  const earlierLines = nameLines(before, toKey);
  const newerLines = listLines(after);
  const earlierByNewer = pairLines(earlierLines, newerLines, [
    (was, is) => isNamedAlike(was, is) && isSameLine(was.line, is.line),
    isNamedAlike,
  ]);
  const remainingLines = new Set(earlierByNewer.values());
  const removals = earlierLines
    .filter((one) => !remainingLines.has(one))
    .map(({ key, list, line }) => ({ key, list, name: line.name, before: line, after: null }));
  const others = newerLines.flatMap((one): LineChange[] => {
    const was = earlierByNewer.get(one);
    const { list, line } = one;
    if (was && isSameLine(was.line, line)) return [];
    return [{ key: was?.key ?? toKey(one), list, name: line.name, before: was?.line ?? null, after: line }];
  });
  return [...removals, ...others];
}

/**
 * Pairs the lines of two orders, each at most once and within its list: first those that fit by the first rule, then
 * the rest by the next ones. Returns the first order's line for each paired line of the second.
 */
function pairLines<A extends ListedLine, B extends ListedLine>(
  first: readonly A[],
  second: readonly B[],
  rules: readonly ((a: A, b: B) => boolean)[],
): Map<B, A> {
  const unpaired = new Set(first);
  const pairs = new Map<B, A>();
  for (const fits of rules)
    for (const theirs of second) {
      if (pairs.has(theirs)) continue;
      const mine = [...unpaired].find((one) => one.list === theirs.list && fits(one, theirs));
      if (!mine) continue;
      pairs.set(theirs, mine);
      unpaired.delete(mine);
    }
  return pairs;
}

const isSoldAlike = (a: IncomingLine, b: IncomingLine): boolean =>
  a.quantity === b.quantity && a.included === b.included && (a.included || a.price === b.price);

/** Whether a line of the order has the percent that a row gives, and a custom line its costs. */
function hasEntered({ line, storedLine }: MergedLine, row: IncomingLine): boolean {
  if (row.shopPercent !== null && line.shopPercent !== row.shopPercent) return false;
  if (storedLine?.kind !== 'custom') return true;
  return hasCost(line.materialCost, row.materialCost) && hasCost(line.laborCost, row.laborCost);
}

const hasCost = (mine: CostPair | null, row: CostPair | null): boolean =>
  row === null || ((mine?.shop ?? null) === row.shop && (mine?.standard ?? null) === row.standard);

/** Formats a line: `2 × $165.00`, or with its percent and costs `1 × $200.00, shop percent 60%, labor $120.00`. */
export function showLine(line: IncomingLine | null): ShownValue {
  if (!line) return null;
  const price = line.included ? 'included' : line.price === null ? 'catalogue price' : formatDollars(line.price);
  return [
    `${line.quantity} × ${price}`,
    ...(line.shopPercent === null ? [] : [`shop percent ${line.shopPercent}%`]),
    ...showCost('material', line.materialCost),
    ...showCost('labor', line.laborCost),
  ].join(', ');
}

const showCost = (name: string, cost: CostPair | null): string[] => [
  ...(cost?.shop == null ? [] : [`${name} ${formatDollars(cost.shop)}`]),
  ...(cost?.standard == null ? [] : [`standard ${name} ${formatDollars(cost.standard)}`]),
];

/**
 * The lines of an order after accepting some differences, with `mine` in the format of a row. Lines that the office
 * added or changed itself stay.
 */
export function mergeLines(order: StoredOrder, mine: IncomingOrder, taken: readonly LineDifference[]): MergedLine[] {
  const changes = new Map(taken.map((one) => [one.lineNo, one]));
  const keptLines = ownLines(order, mine).flatMap((own): MergedLine[] => {
    const change = changes.get(own.storedLine?.lineNo ?? null);
    if (!change) return [own];
    return change.after === null ? [] : [{ ...own, line: withSale(own.line, change.after), isChanged: true }];
  });
  const addedLines = taken.flatMap(({ list, after, lineNo }): MergedLine[] =>
    lineNo === null && after !== null ? [{ list, line: after, storedLine: null, isChanged: true }] : [],
  );
  return [...keptLines, ...addedLines];
}

/** The order's line with the sale values of the row. */
const withSale = (mine: IncomingLine, { quantity, price, included, asSold, ...row }: IncomingLine): IncomingLine => ({
  ...mine,
  ...{ quantity, price, included, asSold },
  shopPercent: row.shopPercent ?? mine.shopPercent,
  materialCost: row.materialCost ?? mine.materialCost,
  laborCost: row.laborCost ?? mine.laborCost,
});

function ownLines(order: StoredOrder, incoming: IncomingOrder): MergedLine[] {
  const inList = (list: List) =>
    order.lines.filter(({ kind, unknown }) => (list === 'addOns') === (kind === 'addOn' || unknown));
  return lists.flatMap((list) =>
    inList(list).flatMap((storedLine, n) => {
      const line = incoming[list][n];
      return line ? [{ list, line, storedLine, isChanged: false }] : [];
    }),
  );
}

/**
 * Which line of the order each line of the row became: by name, or else by the sales system's ID, or else by the add-on
 * that the office has chosen for the name. Only lines that the newer row keeps are linked by their sale or position,
 * too: what is removed must not be another line, which the office added.
 */
function linkLines(
  orderLines: readonly MergedLine[],
  namedLines: readonly NamedLine[],
  { chosen, removedKeys }: { readonly chosen: ChosenAddOns; readonly removedKeys: ReadonlySet<string> },
): Map<string, MergedLine> {
  const getPlace = (line: IncomingLine, all: readonly { readonly line: IncomingLine }[]) =>
    all.findIndex((one) => one.line === line);
  const isChosen = ({ storedLine }: MergedLine, { line }: NamedLine) =>
    storedLine?.addOnId != null && chosen.get(nameKey(line.name)) === storedLine.addOnId;
  const pairs = pairLines(orderLines, namedLines, [
    (mine, theirs) => isNamedAlike(mine, theirs) && isSoldAlike(mine.line, theirs.line),
    isNamedAlike,
    (mine, { line }) => line.ssId !== null && mine.line.ssId === line.ssId,
    (mine, theirs) => isChosen(mine, theirs) && isSoldAlike(mine.line, theirs.line),
    isChosen,
    (mine, { key, line }) => !removedKeys.has(key) && isSoldAlike(mine.line, line),
    (mine, { key, line }) =>
      !removedKeys.has(key) &&
      getPlace(mine.line, orderLines) === getPlace(line, namedLines) &&
      mine.line.quantity === line.quantity,
  ]);
  return new Map([...pairs].map(([{ key }, mine]) => [key, mine]));
}
