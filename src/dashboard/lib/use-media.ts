import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query currently matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

export const PHONE = '(max-width: 639.98px)';
/** A short window: at 200% zoom, or a phone on its side. Anything above the content must be brief. */
export const LOW = '(max-height: 500px)';
