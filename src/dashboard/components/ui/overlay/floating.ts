import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

const GAP = 4;
const EDGE = 8;

/** A button and its popover: moves the focus into the popover, and back to the button when it closes. */
export function usePopover(align: 'start' | 'end', focusIn: (box: HTMLElement) => void) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFloating(open, anchor, box, align);
  useEffect(() => {
    if (open && box.current) focusIn(box.current);
  }, [open, focusIn]);
  return {
    open,
    /** For the button. */
    anchorProps: {
      ref: anchor,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      onClick: () => setOpen(!open),
    },
    /** For the popover, rendered while it is open. */
    boxProps: { ref: box, id, popover: 'manual' as const },
    isAnchor: (element: EventTarget | null) => element !== null && element === anchor.current,
    /** Closes without restoring the focus, because it is moving elsewhere. */
    leave: () => setOpen(false),
    close: () => {
      setOpen(false);
      anchor.current?.focus();
    },
  };
}

/**
 * Positions an open popover at its anchor, inside the window: below, or above if there is no space; or to the right of
 * it (`beside`).
 */
export function useFloating(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
  align: 'start' | 'end' | 'beside' = 'start',
): void {
  useLayoutEffect(() => {
    const box = popover.current;
    if (!open || !box) return;
    if (!box.matches(':popover-open')) box.showPopover();
    const place = () => {
      if (anchor.current) putBeside(box, anchor.current.getBoundingClientRect(), align);
    };
    place();
    const growth = new ResizeObserver(place); // its content may load later
    growth.observe(box);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      growth.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
      if (box.isConnected && box.matches(':popover-open')) box.hidePopover();
    };
  }, [open, anchor, popover, align]);
}

function putBeside(box: HTMLElement, at: DOMRect, align: 'start' | 'end' | 'beside'): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  if (align === 'beside') {
    box.style.left = `${at.right + GAP}px`;
    box.style.top = `${Math.max(EDGE, Math.min(at.top, window.innerHeight - height - EDGE))}px`;
    return;
  }
  const offset = align === 'end' ? at.right - width : at.left;
  const below = at.bottom + GAP;
  const top = below + height > window.innerHeight - EDGE ? Math.max(EDGE, at.top - height - GAP) : below;
  box.style.left = `${Math.max(EDGE, Math.min(offset, window.innerWidth - width - EDGE))}px`;
  box.style.top = `${top}px`;
}
