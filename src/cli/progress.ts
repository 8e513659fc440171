import cliProgress from 'cli-progress';
import type { Progress } from '../domain/kernel/context.js';
import type { OutputOptions } from './output.js';

let shownBar: cliProgress.SingleBar | null = null;

/** Removes the progress bar, so that a question or a message is not written over it; the next report shows it again. */
export function hideProgress(): void {
  shownBar?.stop();
  shownBar = null;
}

/** A progress bar on standard error; none without a terminal, or if only data is requested. */
export function openProgress(options: OutputOptions): Progress | undefined {
  if (!process.stderr.isTTY || options.quiet || options.json) return undefined;
  const bar = new cliProgress.SingleBar(
    { stream: process.stderr, clearOnComplete: true, format: '{step} {bar} {value}/{total}' },
    cliProgress.Presets.shades_classic,
  );
  return {
    report: (done, total, step) => {
      if (shownBar !== bar) bar.start(total, done, { step });
      shownBar = bar;
      bar.setTotal(total);
      bar.update(done, { step });
      if (done >= total) hideProgress(); // the next file starts again
    },
  };
}
