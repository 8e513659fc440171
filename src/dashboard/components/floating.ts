import { type RefObject, useLayoutEffect } from 'react';

const GAP = 4;
const EDGE = 8;

/** Puts an open popover beside its anchor, inside the window: below, or above where there is no room. */
export function useFloating(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
  align: 'start' | 'end' = 'start',
): void {
  useLayoutEffect(() => {
    const box = popover.current;
    if (!open || !box) return;
    if (!box.matches(':popover-open')) box.showPopover();
    const place = () => {
      if (anchor.current) putBeside(box, anchor.current.getBoundingClientRect(), align);
    };
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
      if (box.isConnected && box.matches(':popover-open')) box.hidePopover();
    };
  }, [open, anchor, popover, align]);
}

function putBeside(box: HTMLElement, at: DOMRect, align: 'start' | 'end'): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = align === 'end' ? at.right - width : at.left;
  const below = at.bottom + GAP;
  const top = below + height > window.innerHeight - EDGE ? Math.max(EDGE, at.top - height - GAP) : below;
  box.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE))}px`;
  box.style.top = `${top}px`;
}
