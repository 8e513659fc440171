import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Permission } from '../../../../domain/kernel/rights/permissions.js';
import { ActionButton, Button } from '../button.js';
import styles from './save-bar.module.css';

export interface SaveBarProps {
  readonly permission: Permission;
  /** False if view-only users may save too, because the data is their own. */
  readonly write?: boolean;
  /** 'Save' by default. */
  readonly label?: string;
  /** Additional buttons, left of Save. */
  readonly extra?: ReactNode;
}

interface State {
  readonly unsaved: readonly string[];
  readonly pending: boolean;
  readonly onReset: () => void;
}

/** At the end of a form, floating over it until the end is in view: Save, and the unsaved changes. */
export function SaveBar({
  permission,
  write = true,
  label = 'Save',
  extra,
  unsaved,
  pending,
  onReset,
}: SaveBarProps & State) {
  const bar = useRef<HTMLDivElement>(null);
  useScrollMargin(bar);
  const isFloating = useIsFloating(bar);
  return (
    <div ref={bar} className={styles['save-bar']} data-save-bar data-floating={isFloating || undefined}>
      <p role="status" className="muted grow">
        {unsaved.length > 0 && `Unsaved: ${unsaved.join(', ')}`}
      </p>
      {extra}
      {unsaved.length > 0 && <Button onClick={onReset}>Discard changes</Button>}
      <ActionButton permission={permission} write={write} kind="primary" type="submit" pending={pending}>
        {label}
      </ActionButton>
    </div>
  );
}

/** Space between the bar and what is scrolled into view above it. */
const GAP = 16;

/**
 * Keeps whatever is scrolled into view, such as a focused field, above the bar, whatever its height. Browsers scroll only
 * to the cursor of a long text, so a field that Tab reaches is scrolled to as a whole.
 */
function useScrollMargin(bar: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight === 0) return; // in a tab that is not open
      style.scrollPaddingBottom = `${element.offsetHeight + GAP}px`;
    });
    observer.observe(element);
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') document.activeElement?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keyup', onKeyUp);
    return () => {
      observer.disconnect();
      document.removeEventListener('keyup', onKeyUp);
      style.scrollPaddingBottom = '';
    };
  }, [bar]);
}

/** A pixel more than the distance to the edge of the window at which the bar floats, as its style says. */
const AT_PLACE = 9;

/** Whether the bar floats over the form, because its place at the end is still below the window. */
function useIsFloating(bar: RefObject<HTMLDivElement | null>): boolean {
  const [isFloating, setFloating] = useState(false);
  useEffect(() => {
    if (!bar.current) return;
    const follow = (entries: readonly IntersectionObserverEntry[]) => {
      const last = entries.at(-1);
      if (last?.rootBounds) setFloating(last.isIntersecting && last.boundingClientRect.bottom > last.rootBounds.bottom);
    };
    const options = { rootMargin: `0px 0px -${AT_PLACE}px`, threshold: [0, 1] };
    const observer = new IntersectionObserver(follow, options);
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, [bar]);
  return isFloating;
}
