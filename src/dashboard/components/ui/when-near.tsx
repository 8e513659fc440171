import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/idle.js';
import { useInSight } from '../../lib/use-in-sight.js';
import { usePrinted } from '../../lib/use-printing.js';
import { Skeleton } from './empty-state.js';

interface NearProps {
  /** How many gray lines stand in for the content. */
  readonly lines?: number;
  readonly children: () => ReactNode;
}

/**
 * Content below the first screen: rendered when it comes near the window or the page is printed, otherwise when the
 * browser is idle after the user's first action, one section after the other. The browser stays responsive meanwhile.
 */
export function WhenNear({ lines = 4, children }: NearProps) {
  const [place, isNear] = useInSight<HTMLDivElement>();
  const isIdle = useIdle();
  const isDue = useDeferredValue(isNear || isIdle, false);
  const isPrinted = usePrinted();
  if (isDue || isPrinted) return children();
  return (
    <div ref={place}>
      <Skeleton lines={lines} />
    </div>
  );
}

/** Whether the browser was idle, after the sections above had their turn. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
