import { useSyncExternalStore } from 'react';

/** The product's own name, for the credit line and until the company's name for it is known. */
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

/** Sets the company's name for the product; does nothing if it is unknown. */
export function setProduct(next: string | undefined): void {
  if (next === undefined || next === name) return;
  name = next;
  for (const listener of listeners) listener();
}
