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

/** Whether the page is being printed: content that renders only when visible must then render completely. */
export const usePrinting = (): boolean => useSyncExternalStore(listen, () => isPrinting);
