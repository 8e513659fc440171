/** The longest wait of each piece of work, for a browser that is always busy or does not report when it is idle. */
const SOON_MS = 500;

const waiting: (() => void)[] = [];
let isAsked = false;

/**
 * Runs a piece of work when the browser is idle, after those that asked before, one at a time, so that none delays what
 * the user does. Returns a function that withdraws it.
 */
export function whenIdle(run: () => void): () => void {
  waiting.push(run);
  askNext();
  return () => {
    const at = waiting.indexOf(run);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function askNext(): void {
  if (isAsked || waiting.length === 0) return;
  isAsked = true;
  const go = () => {
    isAsked = false;
    waiting.shift()?.();
    askNext();
  };
  if ('requestIdleCallback' in window) requestIdleCallback(go, { timeout: SOON_MS });
  else setTimeout(go, SOON_MS);
}
