import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useInSight } from '../../lib/use-in-sight.js';
import { Skeleton } from './empty-state.js';

interface NearProps {
  /** How many gray lines stand in for the content. */
  readonly lines?: number;
  readonly children: () => ReactNode;
}

/**
 * Content below the first screen: rendered when it comes near the window, otherwise when the browser is idle. The
 * browser stays responsive while it renders.
 */
export function WhenNear({ lines = 4, children }: NearProps) {
  const [place, isNear] = useInSight<HTMLDivElement>();
  const isIdle = useIdle();
  const isDue = useDeferredValue(isNear || isIdle, false);
  return <div ref={place}>{isDue ? children() : <Skeleton lines={lines} />}</div>;
}

/** The longest wait, for a browser that is always busy or does not report when it is idle. */
const SOON_MS = 1500;

/** Whether the browser was idle since the first render, or was busy for too long. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const set = () => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(set, SOON_MS);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(set, { timeout: SOON_MS });
    return () => cancelIdleCallback(asked);
  }, []);
  return isIdle;
}
