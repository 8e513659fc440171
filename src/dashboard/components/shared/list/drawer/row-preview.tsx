import { type ReactNode, useEffect, useRef } from 'react';
import { ListDrawer } from './list-drawer.js';
import type { PreviewState } from './use-preview.js';

interface RowPreviewProps {
  /** The rows shown, in their order. */
  readonly ids: readonly string[];
  /** The previewed row; null if it is not in the list. */
  readonly shown: {
    readonly title: string;
    readonly href: string | undefined;
    readonly content: ReactNode;
    readonly actions: ReactNode;
  } | null;
  readonly state: PreviewState;
}

/** The preview of one row of a list; closed when the row is gone. */
export function RowPreview({ ids, shown, state }: RowPreviewProps) {
  useCloseWhenGone(shown === null, state.close);
  useFocusBack(shown ? state.id : null);
  if (!shown) return null;
  const step = (by: 1 | -1) => {
    const next = ids[ids.indexOf(state.id ?? '') + by];
    if (next === undefined) return;
    state.open(next);
    findRow(next)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <ListDrawer title={shown.title} href={shown.href} actions={shown.actions} onStep={step} onClose={state.close}>
      {shown.content}
    </ListDrawer>
  );
}

/** The row in the table, or the line on a phone. */
function findRow(id: string): HTMLElement | null {
  const mark = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  return mark?.closest('tr') ?? mark;
}

/** Closes the preview of a row that has left the list. A row that was never in it may come from a shared link. */
function useCloseWhenGone(isGone: boolean, close: () => void): void {
  const wasThere = useRef(!isGone);
  useEffect(() => {
    if (isGone && wasThere.current) close();
    wasThere.current = !isGone;
  }, [isGone, close]);
}

/** When the preview closes, its row gets the focus. */
function useFocusBack(id: string | null): void {
  const last = useRef(id);
  useEffect(() => {
    if (id) last.current = id;
  }, [id]);
  useEffect(
    () => () => {
      const row = last.current ? findRow(last.current) : null;
      const target = row?.matches('button')
        ? row
        : (row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>('button'));
      target?.focus();
    },
    [],
  );
}
