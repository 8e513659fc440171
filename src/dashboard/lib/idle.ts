/** The longest wait of each piece of work, for a browser that is always busy or does not report when it is idle. */
const SOON_MS = 500;

/** How long a page that just opened is left to what the user sees, unless they do something before. */
const FIRST_MS = 5_000;

const waiting: (() => void)[] = [];
let isAsked = false;
let isOpening = true;

const firstActions = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;
for (const action of firstActions) addEventListener(action, endOpening, { capture: true, passive: true });
setTimeout(endOpening, FIRST_MS);

/** Lets the work begin: on a slow phone, even idle moments of the first seconds belong to the first screen. */
function endOpening(): void {
  if (!isOpening) return;
  isOpening = false;
  for (const action of firstActions) removeEventListener(action, endOpening, { capture: true });
  askNext();
}

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
  if (isOpening || isAsked || waiting.length === 0) return;
  isAsked = true;
  const go = () => {
    isAsked = false;
    waiting.shift()?.();
    askNext();
  };
  if ('requestIdleCallback' in window) requestIdleCallback(go, { timeout: SOON_MS });
  else setTimeout(go, SOON_MS);
}
