import type { Examples, References } from '../kinds.js';

export const ticketsReferences: References = { 'GET /api/support/tickets': { shop: 'shop' } };

export const ticketsExamples: Examples = {
  'POST /api/support/ticket': () => ({
    as: 'view.only',
    values: { description: 'The list stays empty', serialNumber: 'S-1', priority: 'High' },
  }),
};
