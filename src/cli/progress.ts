import type { Progress } from '../domain/kernel/context.js';

interface ProgressOptions {
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

const WIDTH = 40;
const REDRAW_MS = 100;
/** Goes to the start of the terminal's line, and erases it. */
const CLEAR_LINE = '\r\x1b[K';

let isShown = false;

/** Removes the progress bar, so that a question or a message is not written over it; the next report shows it again. */
export function hideProgress(): void {
  if (isShown) process.stderr.write(CLEAR_LINE);
  isShown = false;
}

/** A progress bar on standard error; none without a terminal, or if only data is requested. */
export function openProgress(options: ProgressOptions): Progress | undefined {
  if (!process.stderr.isTTY || options.quiet || options.json) return undefined;
  let drawnAt = 0;
  return {
    report: (done, total, step) => {
      if (done >= total) return hideProgress();
      if (isShown && performance.now() - drawnAt < REDRAW_MS) return;
      isShown = true;
      drawnAt = performance.now();
      const filled = Math.floor((done / total) * WIDTH);
      const bar = `${step} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}`;
      process.stderr.write(`${CLEAR_LINE}${bar.slice(0, (process.stderr.columns || 80) - 1)}`);
    },
  };
}
