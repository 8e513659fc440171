/** A named amount that is added to the previous ones. */
export interface Step {
  readonly label: string;
  readonly value: number;
}

/** A bar of a waterfall: where it starts and how long it is, in percent of the width. */
export interface WaterfallBar extends Step {
  readonly start: number;
  readonly length: number;
}

/**
 * The steps as bars, each beginning where the previous one ended, and the total from zero. Amounts are added as cents,
 * so they are exact.
 */
export function waterfallBars(steps: readonly Step[], total: string): WaterfallBar[] {
  let running = 0;
  const spans = steps.map((step) => {
    const from = running;
    running = Math.round((running + step.value) * 100) / 100;
    return { ...step, from, to: running };
  });
  const all = [...spans, { label: total, value: running, from: 0, to: running }];
  const ends = all.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const share = (value: number): number => (high === low ? 0 : ((value - low) / (high - low)) * 100);
  return all.map(({ label, value, from, to }) => {
    const [start, end] = [share(Math.min(from, to)), share(Math.max(from, to))];
    return { label, value, start, length: end - start };
  });
}
