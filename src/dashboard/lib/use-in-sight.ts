import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the window counts as in sight: what is about to be scrolled to is ready. */
const NEAR = '200px';

/** Whether an element has come into sight; once it has, or the page is to be printed, it stays so. */
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
