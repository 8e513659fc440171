import type { HistoryEntry } from './history-panel.js';

type Change = HistoryEntry['changes'][number];

interface LineWords<L> {
  /** The key that identifies a line before and after the change. */
  readonly getName: (line: L) => string;
  /** The label of a line, by its key. */
  readonly label: (name: string) => string;
  /** Formats its value; empty if there is none. */
  readonly formatValue: (line: L) => string;
  /** Shown in place of a removed line. */
  readonly gone: string;
}

/** Formats a field that is a list of lines: only the lines that differ, each by its name. */
export const lineByLine =
  <L>({ getName, label, formatValue, gone }: LineWords<L>) =>
  (from: readonly L[] | null, to: readonly L[] | null): Change[] => {
    const [before, after] = [from ?? [], to ?? []];
    const toValue = (lines: readonly L[], name: string): string =>
      lines
        .filter((line) => getName(line) === name)
        .map(formatValue)
        .join(' + ');
    return [...new Set([...before, ...after].map(getName))].flatMap((name) => {
      const [was, is] = [toValue(before, name), toValue(after, name)];
      return was === is ? [] : [{ field: label(name), from: was || null, to: is || gone }];
    });
  };

interface Item {
  readonly item: { readonly name: string };
  readonly description: string;
  readonly quantity: number;
  readonly replaceItem?: boolean;
  readonly replacementItem?: { readonly name: string } | null;
}

/** The items something is made of. */
export const itemLines = lineByLine<Item>({
  getName: ({ item }) => item.name,
  label: (name) => `Item ${name}`,
  formatValue: ({ quantity, description, replacementItem }) =>
    [
      String(quantity),
      ...(description ? [`(${description})`] : []),
      ...(replacementItem ? [`for ${replacementItem.name}`] : []),
    ].join(' '),
  gone: 'removed',
});
