import type { Examples, References } from '../../kinds.js';

export const references: References = {
  'POST /api/charts/file': { title: 'word', point: 'word' },
};

const values = {
  ...{ title: 'Order status', point: 'Status', labels: ['InQueue', 'Building'], format: 'csv' },
  series: [{ label: 'Orders', unit: 'count', values: [3, null] }],
};

export const examples: Examples = {
  'POST /api/charts/file': (_, side) => ({ as: side ? 'shop.user' : 'office.user', values }),
};
