import { createContext } from 'react';

/** Where Back leads from the page around, the list of its records; null for a page without Back. */
export const PageBack = createContext<string | null>(null);
