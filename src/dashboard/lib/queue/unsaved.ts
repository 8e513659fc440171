import { useEffect, useId, useLayoutEffect } from 'react';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';

type Ask = (what: readonly string[]) => Promise<boolean>;

interface Unsaved {
  readonly what: readonly string[];
  readonly scope: string | undefined;
}

const unsaved = new Map<string, Unsaved>();
let ask: Ask | null = null;
let isAskingForPage = false;
let shownPath = '';

/** Whether leaving would lose any input. */
const hasUnsaved = (): boolean => unsaved.size > 0;

/**
 * Resolves to true if nothing is unsaved, or the user agrees to lose it. With a scope, it is about the input of this
 * dialog only: what is behind the dialog stays, and leaving it asks again. While the user is asked about the whole page,
 * nobody else may leave it.
 */
export async function mayLeave(scope?: string): Promise<boolean> {
  const lost = [...unsaved].filter(([, entry]) => scope === undefined || entry.scope === scope);
  if (lost.length === 0) return true;
  const what = [...new Set(lost.flatMap(([, entry]) => entry.what))];
  const isAgreed = scope === undefined ? await askForPage(what) : ((await ask?.(what)) ?? true);
  if (isAgreed) for (const [id] of lost) unsaved.delete(id);
  return isAgreed;
}

/** Asks before the page is left, once: a second step back while the question is open is the first one again. */
async function askForPage(what: readonly string[]): Promise<boolean> {
  if (isAskingForPage) return false;
  isAskingForPage = true;
  try {
    return (await ask?.(what)) ?? true;
  } finally {
    isAskingForPage = false;
  }
}

/** The dialog that asks before unsaved input is lost. */
export function useLeaveQuestion(question: Ask): void {
  useEffect(() => {
    ask = question;
    return () => {
      ask = null;
    };
  }, [question]);
}

/** Asks before leaving while `isDirty`; `what` names the input that would be lost, `scope` the dialog it is in. */
export function useUnsaved(isDirty: boolean, what: readonly string[], scope?: string): void {
  const id = useId();
  const names = what.join('\n');
  // A redirect that replaces the form is a layout effect too: it must find that the input is gone.
  useLayoutEffect(() => {
    if (!isDirty) return;
    unsaved.set(id, { what: names.split('\n').filter(Boolean), scope });
    return () => void unsaved.delete(id);
  }, [isDirty, id, names, scope]);
}

/** Closes a dialog, after asking about its input if `isDirty`; `what` names the input that would be lost. */
export function useGuardedClose(onClose: () => void, isDirty: boolean, what: readonly string[]): () => void {
  const id = useId();
  useUnsaved(isDirty, what, id);
  return () => void mayLeave(id).then((isAgreed) => isAgreed && onClose());
}

const fullPath = () => window.location.pathname + window.location.search;

/** Watches for closing, reloading and the browser's Back button; call once, before the first render. */
export function guardUnsaved(): void {
  shownPath = fullPath();
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
  window.addEventListener('popstate', (event) => {
    if (!hasUnsaved()) return void (shownPath = fullPath());
    event.stopImmediatePropagation();
    window.history.pushState(null, '', shownPath);
    void mayLeave().then((isAgreed) => {
      if (isAgreed) window.history.back();
    });
  });
  for (const method of ['pushState', 'replaceState']) window.addEventListener(method, () => (shownPath = fullPath()));
}

/** Whether an address shows the screen and the record that are shown now; searches and filters may differ. */
function samePage(to: string | URL): boolean {
  const [next, shown] = [new URL(to, window.location.href), new URL(window.location.href)];
  const isSame = (name: string) => next.searchParams.get(name) === shown.searchParams.get(name);
  const isRecord = next.searchParams.has('id'); // elsewhere the shop is a filter
  return next.pathname === shown.pathname && isSame('id') && isSame('new') && (!isRecord || isSame('shop'));
}

const guardedNavigate: typeof navigate = (to, options) => {
  if (samePage(to) || !hasUnsaved()) return navigate(to, options);
  void mayLeave().then((isAgreed) => {
    if (isAgreed) navigate(to, options);
  });
};

/** The router's location hook, which asks before leaving a form with unsaved changes. */
export const useGuardedLocation: typeof useBrowserLocation = (options) => [
  useBrowserLocation(options)[0],
  guardedNavigate,
];

/** What the Navigation API, which not every browser has, says of the history of this tab. */
interface TabHistory {
  readonly currentEntry: { readonly index: number } | null;
  readonly entries: () => readonly { readonly sameDocument: boolean }[];
}

/**
 * Goes one step back in history, for Back and Exit. Goes to `fallback` if this document did not show the step before,
 * as after a typed address: it may be another site, and loading the dashboard again takes longer and fails offline.
 */
export function goBack(fallback: string): void {
  const { navigation } = window as { navigation?: TabHistory };
  const step = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (navigation ? step?.sameDocument : window.history.length > 1) window.history.back();
  else guardedNavigate(fallback);
}
