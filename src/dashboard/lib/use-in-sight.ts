import { type RefObject, useEffect, useRef, useState } from 'react';
import { usePrinted } from './use-printing.js';

/** How far below the window counts as in view, so that content is ready before it is scrolled to. */
const NEAR = '200px';

/** Whether an element has come into view; stays true afterwards, and becomes true when the page is printed. */
export function useInSight<E extends Element>(): [place: RefObject<E | null>, isSeen: boolean] {
  const place = useRef<E>(null);
  const isPrinted = usePrinted();
  const [isInView, setInView] = useState(false);
  const isSeen = isInView || isPrinted;
  useEffect(() => {
    if (isSeen || !place.current) return;
    const see = (entries: readonly IntersectionObserverEntry[]) =>
      entries.some((one) => one.isIntersecting) && setInView(true);
    const observer = new IntersectionObserver(see, { rootMargin: NEAR });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [place, isSeen];
}
