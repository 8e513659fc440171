import { formatDollars } from '../../../kernel/cents.js';
import type { IncomingLine, IncomingOrder } from '../../../orders/intake/incoming.js';
import { nameKey } from '../../../orders/intake/names.js';
import type { StoredLine, StoredOrder } from '../../../orders/pricing/locked-orders.js';
import type { ShownValue } from './fields.js';

type List = 'addOns' | 'customAddOns';
const lists = ['addOns', 'customAddOns'] as const satisfies readonly List[];

/** A line of a row, and its number among those with the same name. */
interface NamedLine {
  readonly key: string;
  readonly list: List;
  readonly line: IncomingLine;
}

/** A line that differs between two rows of an order; null if one of the rows lacks it. */
export interface LineDifference {
  readonly key: string;
  readonly list: List;
  readonly name: string;
  readonly before: IncomingLine | null;
  readonly after: IncomingLine | null;
}

/** A line of an order in the format of a row: stored, changed by a newer row, or new. */
export interface MergedLine {
  readonly list: List;
  readonly line: IncomingLine;
  readonly storedLine: StoredLine | null;
  readonly isChanged: boolean;
}

/** The lines of a row by name. A second line of the same name is a separate one. */
function nameLines(order: IncomingOrder): NamedLine[] {
  const occurrences = new Map<string, number>();
  return lists.flatMap((list) =>
    order[list].map((line) => {
      const name = `${list}:${nameKey(line.name)}`;
      const n = (occurrences.get(name) ?? 0) + 1;
      occurrences.set(name, n);
      return { key: n === 1 ? name : `${name}#${n}`, list, line };
    }),
  );
}

const isSameLine = (a: IncomingLine, b: IncomingLine): boolean =>
  a.quantity === b.quantity &&
  a.price === b.price &&
  a.included === b.included &&
  a.shopPercent === b.shopPercent &&
  JSON.stringify([a.materialCost, a.laborCost]) === JSON.stringify([b.materialCost, b.laborCost]);

/** The lines that a newer row adds, removes or changes, in the sequence of the rows. */
export function compareLines(before: IncomingOrder, after: IncomingOrder): LineDifference[] {
  const [earlierLines, newerLines] = [nameLines(before), nameLines(after)];
  const [byKey, nowByKey] = [
    new Map(earlierLines.map((one) => [one.key, one])),
    new Map(newerLines.map((one) => [one.key, one])),
  ];
  const removals = earlierLines.flatMap(({ key, list, line }) =>
    nowByKey.has(key) ? [] : [{ key, list, name: line.name, before: line, after: null }],
  );
  const additions = newerLines.flatMap(({ key, list, line }) => {
    const was = byKey.get(key)?.line ?? null;
    return was && isSameLine(was, line) ? [] : [{ key, list, name: line.name, before: was, after: line }];
  });
  return [...removals, ...additions];
}

/** Formats a line: `2 × $165.00`. */
export function showLine(line: IncomingLine | null): ShownValue {
  if (!line) return null;
  const price = line.included ? 'included' : line.price === null ? 'catalogue price' : formatDollars(line.price);
  return `${line.quantity} × ${price}`;
}

/**
 * The lines of an order after accepting some differences, with `mine` in the format of a row. Lines that the office
 * added or changed itself stay.
 */
export function mergeLines(
  order: StoredOrder,
  mine: IncomingOrder,
  { base, taken }: { readonly base: IncomingOrder; readonly taken: readonly LineDifference[] },
): MergedLine[] {
  const orderLines = ownLines(order, mine);
  if (taken.length === 0) return orderLines;
  const lineByKey = linkLines(orderLines, nameLines(base));
  const removedLines = new Set<MergedLine>();
  const replacements = new Map<MergedLine, MergedLine>();
  const addedLines: MergedLine[] = [];
  for (const { key, list, after } of taken) {
    const orderLine = lineByKey.get(key);
    if (after === null) {
      if (orderLine) removedLines.add(orderLine);
    } else if (orderLine)
      replacements.set(orderLine, { ...orderLine, line: withSale(orderLine.line, after), isChanged: true });
    else addedLines.push({ list, line: after, storedLine: null, isChanged: true });
  }
  return [
    ...orderLines.filter((line) => !removedLines.has(line)).map((line) => replacements.get(line) ?? line),
    ...addedLines,
  ];
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
 * Which line of the order each line of the row became: by name, or else by the sales system's ID, or else, because
 * the office may have chosen another add-on for it, by its position.
 */
function linkLines(orderLines: readonly MergedLine[], namedLines: readonly NamedLine[]): Map<string, MergedLine> {
  const unlinked = new Set(orderLines);
  const lineByKey = new Map<string, MergedLine>();
  const link = (fits: (mine: MergedLine, theirs: NamedLine) => boolean) => {
    for (const theirs of namedLines) {
      if (lineByKey.has(theirs.key)) continue;
      const mine = [...unlinked].find((line) => line.list === theirs.list && fits(line, theirs));
      if (!mine) continue;
      lineByKey.set(theirs.key, mine);
      unlinked.delete(mine);
    }
  };
  link((mine, { line }) => nameKey(mine.line.name) === nameKey(line.name));
  link((mine, { line }) => line.ssId !== null && mine.line.ssId === line.ssId);
  const getPlace = (line: IncomingLine, all: readonly { readonly line: IncomingLine }[]) =>
    all.findIndex((one) => one.line === line);
  link(
    (mine, { line }) =>
      getPlace(mine.line, orderLines) === getPlace(line, namedLines) && mine.line.quantity === line.quantity,
  );
  return lineByKey;
}
