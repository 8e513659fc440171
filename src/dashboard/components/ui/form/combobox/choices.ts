/** One of the choices of a list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Distinguishes choices with the same label, such as a category. */
  readonly detail?: string | undefined;
  /** A figure beside the label: a price. */
  readonly figure?: string | undefined;
  /** What also finds it, though it is not shown: a number of another system. */
  readonly alias?: string | undefined;
}

/** A choice prepared for searching, without case and accents. */
interface IndexedChoice {
  readonly choice: Choice;
  readonly label: string;
  readonly words: string;
}

const toPlain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();

const indexes = new WeakMap<readonly Choice[], readonly IndexedChoice[]>();

/** Prepares choices once for all boxes that share them, so that each search of thousands is quick. */
function indexChoices(choices: readonly Choice[]): readonly IndexedChoice[] {
  const cachedIndex = indexes.get(choices);
  if (cachedIndex) return cachedIndex;
  const index = choices.map((choice) => {
    const label = toPlain(choice.label);
    const otherTexts = [choice.detail, choice.alias].flatMap((text) => (text ? [toPlain(text)] : []));
    return { choice, label, words: [label, ...otherTexts].join(' ') };
  });
  indexes.set(choices, index);
  return index;
}

/**
 * The choices that contain each typed word in label, detail or alias, in any order. A label equal to the text comes first, then
 * the recent choices, labels that start with the text, and the others, each in the order of the list.
 */
export function searchChoices(
  choices: readonly Choice[],
  query: string,
  recent: readonly string[] = [],
): readonly Choice[] {
  const text = toPlain(query);
  const words = text.split(/\s+/);
  const rankRecent = new Map(recent.map((value, at) => [value, at - recent.length]));
  const rank = ({ label, choice }: IndexedChoice): number => {
    if (text !== '' && label === text) return -recent.length - 1;
    return rankRecent.get(choice.value) ?? (label.startsWith(text) ? 0 : 1);
  };
  return indexChoices(choices)
    .filter((one) => words.every((word) => one.words.includes(word)))
    .map((one) => ({ choice: one.choice, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/** The only choice with exactly this label, in any case; undefined if there is none or several. */
export function findByLabel(choices: readonly Choice[], label: string): Choice | undefined {
  const text = toPlain(label);
  const matches = indexChoices(choices).filter((one) => one.label === text);
  return matches.length === 1 ? matches[0]?.choice : undefined;
}

const PAGE = 8;

/** The row of a list that a key moves to, round at the ends; null if the key does not move. */
export function findTarget(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length;
    case 'ArrowUp':
      return (at - 1 + length) % length;
    case 'PageDown':
      return Math.min(at + PAGE, length - 1);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
