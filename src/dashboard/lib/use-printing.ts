import { useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

const listen = (listener: () => void) => {
  const set = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    flushSync(listener); // the browser prints when the event is over
  };
  addEventListener('beforeprint', set);
  addEventListener('afterprint', set);
  return () => {
    removeEventListener('beforeprint', set);
    removeEventListener('afterprint', set);
  };
};

/** Whether the page is being printed: content that renders only when visible must then render completely. */
export const usePrinting = (): boolean => useSyncExternalStore(listen, () => isPrinting);

/** Whether the page is being printed or was printed since the component was mounted. */
export function usePrinted(): boolean {
  const isPrinting = usePrinting();
  const [isPrinted, setPrinted] = useState(isPrinting);
  if (isPrinting && !isPrinted) setPrinted(true);
  return isPrinted;
}
