import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** A document whose layout never ends. */
export function endlessDocument(): TDocumentDefinitions {
  for (;;);
}

/** A document that needs more memory than a renderer gets. */
export function hugeDocument(): TDocumentDefinitions {
  const rows: number[][] = [];
  for (;;) rows.push(new Array<number>(1_000_000).fill(0.5));
}

/** A short document. */
export const shortDocument = (text: string): TDocumentDefinitions => ({ content: [text] });
