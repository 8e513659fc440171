import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useFloating } from '../../components/ui/overlay/floating.js';
import styles from './side-menu.module.css';

interface FlyoutProps {
  readonly id: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly title: string;
  readonly children: ReactNode;
}

/** The entries of a group beside its icon. */
export function Flyout({ id, anchor, title, children }: FlyoutProps) {
  const box = useRef<HTMLDivElement>(null);
  useFloating(true, anchor, box, 'beside');
  return (
    <div ref={box} id={id} popover="manual" data-flyout="" className={styles['flyout']}>
      <p aria-hidden="true">{title}</p>
      <ul>{children}</ul>
    </div>
  );
}

/** How long the pointer may be outside on its way from the icon to the flyout. */
const LEAVING_MS = 200;

/** Opens while a mouse is over an item, except when the keyboard is inside another one's flyout. */
export function useHover(on: boolean, item: RefObject<HTMLElement | null>, onOpen: (open: boolean) => void) {
  const leaving = useRef(0);
  useEffect(() => () => window.clearTimeout(leaving.current), []);
  if (!on) return {};
  const isBusy = () => document.activeElement?.closest('[data-flyout]') !== null;
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      window.clearTimeout(leaving.current);
      if (pointerType === 'mouse' && !isBusy()) onOpen(true);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      const close = () => {
        if (!item.current?.contains(document.activeElement)) onOpen(false);
      };
      leaving.current = window.setTimeout(close, LEAVING_MS);
    },
  };
}
