import { useSyncExternalStore } from 'react';

let isPrinting = false;

const listen = (listener: () => void) => {
  const set = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    listener();
  };
  addEventListener('beforeprint', set);
  addEventListener('afterprint', set);
  return () => {
    removeEventListener('beforeprint', set);
    removeEventListener('afterprint', set);
  };
};

/** Whether the page is being printed: then what is rendered only in sight has to be there whole. */
export const usePrinting = (): boolean => useSyncExternalStore(listen, () => isPrinting);
