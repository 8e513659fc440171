import type { Examples, References } from '../../kinds.js';
import { makeInvoice } from '../../stage-invoices.js';

export const references: References = {
  'GET /api/approvals': { shop: 'shop' },
  'POST /api/approvals/decide': { records: 'invoice' },
};

export const examples: Examples = {
  'POST /api/approvals/decide': async (world) => ({
    as: 'office.user',
    entity: 'approvals',
    values: {
      decision: 'Denied',
      reason: 'The size is wrong.',
      records: [{ kind: 'invoice', _id: await makeInvoice(world, 'New'), revision: 1 }],
    },
  }),
};
