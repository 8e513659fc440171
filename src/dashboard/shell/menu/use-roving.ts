import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const STOP = '[data-stop]';
const FLYOUT = '[data-flyout]';

const findStops = (box: Element | null): HTMLElement[] => [...(box?.querySelectorAll<HTMLElement>(STOP) ?? [])];

/**
 * Makes a list a single tab stop: arrow keys, Home and End move the focus among its elements with `data-stop`. Tab
 * returns to the last focused one, at first to the open page. Inside a flyout, the keys stay in it.
 */
export function useRoving(list: RefObject<HTMLElement | null>, page: string) {
  const last = useRef<{ page: string; stop: string | undefined } | null>(null);
  const assign = () => {
    const stops = findStops(list.current);
    const wantedStop = last.current?.page === page ? last.current.stop : undefined;
    const one =
      stops.find(({ dataset }) => wantedStop !== undefined && dataset['stop'] === wantedStop) ??
      stops.find((stop) => stop.hasAttribute('aria-current')) ??
      stops[0];
    for (const stop of stops) stop.tabIndex = stop === one ? 0 : -1;
  };
  useLayoutEffect(assign); // after each render: groups open and close
  return {
    onFocus: (event: FocusEvent) => {
      const stop = event.target.closest<HTMLElement>(STOP);
      if (!stop || stop.closest(FLYOUT)) return;
      last.current = { page, stop: stop.dataset['stop'] };
      assign();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target.closest<HTMLElement>(STOP) : null;
      if (!at) return;
      const flyout = at.closest(FLYOUT);
      const stops = findStops(flyout ?? list.current).filter((stop) => flyout !== null || !stop.closest(FLYOUT));
      const index = stops.indexOf(at);
      const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
      const to = moves[event.key];
      if (to === undefined) return;
      event.preventDefault();
      stops[(to + stops.length) % stops.length]?.focus();
    },
  };
}
