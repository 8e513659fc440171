/** Random choices that repeat for the same seed. */
export interface Dice {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number between both, included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Picks an element by weight. */
  pickBy<T>(from: readonly T[], weight: (one: T) => number): T;
}

/** Dice for a seed. The same seed yields the same choices in the same order. */
export function makeDice(seed: string): Dice {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const at = <T>(from: readonly T[], index: number): T => {
    const choice = from[Math.min(index, from.length - 1)];
    if (choice === undefined) throw new Error('The demo has nothing to choose from.');
    return choice;
  };
  const pickBy = <T>(from: readonly T[], weight: (one: T) => number): T => {
    let rest = next() * from.reduce((sum, one) => sum + weight(one), 0);
    const index = from.findIndex((one) => {
      rest -= weight(one);
      return rest < 0;
    });
    return at(from, index < 0 ? from.length - 1 : index);
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => at(from, Math.floor(next() * from.length)),
    pickBy,
  };
}
