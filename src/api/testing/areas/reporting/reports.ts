import type { Examples, References } from '../../kinds.js';

const narrowing = { shops: 'shop', categories: 'shedCategory', models: 'catalogue' } as const;
const everything = { dates: ['1990-01-01', '2200-12-31'], orderDate: 'dateOrdered' };

export const references: References = {
  'POST /api/reports/:name/file': { name: 'word' },
  'POST /api/invoice/report': narrowing,
  'POST /api/orders/report': { ...narrowing, item: 'item' },
  'POST /api/orders/report/inventory': narrowing,
  'POST /api/orders/report/profit': narrowing,
  'POST /api/orders/report/reconciliation': { shops: 'shop', sources: 'source' },
  'POST /api/orders/report/reconciliation/orders': { shops: 'shop', sources: 'source', row: 'word' },
  'POST /api/orders/top/report': narrowing,
  'GET /api/addon/report/:ids/:x': { ids: 'word', x: 'shop' },
};

export const examples: Examples = {
  'POST /api/reports/:name/file': (_, side) => ({
    as: side ? 'shop.user' : 'office.user',
    values: { name: 'orders', format: 'csv', filter: everything },
  }),
  'POST /api/invoice/report': () => ({ as: 'office.user', values: { ...everything, invoiceStatus: [] } }),
  'POST /api/orders/report': (_, side) => ({
    as: side ? 'shop.user' : 'office.user',
    values: { ...everything, orderType: ['Customer'], buildingStages: ['Finished', 'InQueue'] },
  }),
  'POST /api/orders/report/inventory': () => ({ as: 'office.user', values: { ...everything } }),
  'POST /api/orders/top/report': (_, side) => ({
    as: side ? 'shop.user' : 'office.user',
    values: { ...everything, buildingStages: ['Finished', 'InQueue'], inputs: { small: 61.5 } },
  }),
  'POST /api/orders/report/reconciliation': () => ({ as: 'office.user', values: { dates: everything.dates } }),
  'POST /api/orders/report/reconciliation/orders': () => ({
    as: 'office.user',
    values: { dates: everything.dates, figure: 'theirs' },
  }),
  'POST /api/orders/report/profit': () => ({ as: 'shop.user', values: { ...everything } }),
};
