import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** The `_id` of the previewed row, stored in the address. */
export interface PreviewState {
  readonly id: string | null;
  /** Opens the preview of a row, or shows this row in the open one. */
  readonly open: (id: string) => void;
  readonly close: () => void;
}

const PARAM = 'preview';
/** Marks the history entry that opening a preview added: closing goes back past it. */
const OPENED = { listPreview: true };

const addressWith = (id: string | null): string => {
  const query = new URLSearchParams(window.location.search);
  if (id === null) query.delete(PARAM);
  else query.set(PARAM, id);
  const text = query.toString();
  return window.location.pathname + (text ? `?${text}` : '');
};

const isOpened = (): boolean => (window.history.state as Partial<typeof OPENED> | null)?.listPreview === true; // assigned below

/** Which row is previewed: Back closes the preview, a shared link opens it. */
export function usePreview(): PreviewState {
  const id = new URLSearchParams(useSearch()).get(PARAM);
  const open = useCallback(
    (next: string) => {
      const state = id === null || isOpened() ? { state: OPENED } : {};
      navigate(addressWith(next), { replace: id !== null, ...state });
    },
    [id],
  );
  const close = useCallback(() => {
    if (isOpened()) window.history.back();
    else navigate(addressWith(null), { replace: true });
  }, []);
  return { id, open, close };
}
