import { useSyncExternalStore } from 'react';

/** What the product is called by itself: in the credit line, and until the company's name for it is known. */
export const OWN_NAME = 'Shedworks';
let name: string = OWN_NAME;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the company calls the product. */
export const getProduct = (): string => name;

/** What the company calls the product; renders again when it changes. */
export const useProduct = (): string => useSyncExternalStore(subscribe, getProduct);

/** Sets what the company calls the product; nothing happens while it is not known. */
export function setProduct(next: string | undefined): void {
  if (next === undefined || next === name) return;
  name = next;
  for (const listener of listeners) listener();
}
