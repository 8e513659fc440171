import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the window counts as in view, so that content is ready before it is scrolled to. */
const NEAR = '200px';

/** Whether an element has come into view; stays true afterwards, and becomes true when the page is printed. */
export function useInSight<E extends Element>(): [place: RefObject<E | null>, isSeen: boolean] {
  const place = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const see = () => setSeen(true);
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && see(), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    addEventListener('beforeprint', see);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', see);
    };
  }, [isSeen]);
  return [place, isSeen];
}
