import { makeRepair, readRepairItems, readRepairNumber } from '../../stage-repairs.js';
import type { Examples, Makers, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

export const references: References = {
  'POST /api/repairinvoice': { shop: 'shop', items: 'item' },
  'GET /api/repairinvoice/draft/:type': { type: 'word', shop: 'shop' },
  'PUT /api/repairinvoice/update/:id': { id: 'repairInvoice', items: 'item' },
  'DELETE /api/repairinvoice/delete/:id': { id: 'repairInvoice' },
  'GET /api/repairinvoice/findbyid/:id': { id: 'repairInvoice' },
  'GET /api/repairinvoice/search/:number': { number: 'repairNumber' },
  'GET /api/repairinvoice': { shop: 'shop' },
  'GET /api/repairinvoice/status/:status/:type': { status: 'word', type: 'word', shop: 'shop' },
  'GET /api/repairinvoice/chart/filter': { shop: 'shop' },
  'GET /api/repairinvoice/export': { shop: 'shop' },
  'GET /api/repairinvoice/:id/pdf': { id: 'repairInvoice' },
};

export const examples: Examples = {
  'POST /api/repairinvoice': async (world, side = 'home') => ({
    as: side === 'other' ? 'other.shop' : 'shop.admin',
    entity: 'repair-invoice',
    values: {
      type: 'Driver',
      invoiceNumber: makeUnique('D'),
      billTo: 'The company',
      items: await readRepairItems(world),
    },
  }),
  'PUT /api/repairinvoice/update/:id': async (world, side = 'home') => ({
    as: side === 'other' ? 'other.shop' : 'shop.admin',
    entity: 'repair-invoice',
    values: {
      id: await makeRepair(world, 'New', side),
      revision: 1,
      originalStatus: 'New',
      invoiceNumber: makeUnique('R'),
      billTo: 'The office',
      items: await readRepairItems(world),
      newMessage: 'Two more blocks.',
    },
  }),
  'DELETE /api/repairinvoice/delete/:id': async (world, side = 'home') => ({
    as: side === 'other' ? 'other.shop' : 'shop.admin',
    entity: 'repair-invoice',
    values: { id: await makeRepair(world, 'New', side) },
  }),
};

export const records: Makers = {
  repairInvoice: (world, side) => makeRepair(world, 'New', side),
  repairNumber: async (world, side) => readRepairNumber(world, await makeRepair(world, 'New', side)),
};
