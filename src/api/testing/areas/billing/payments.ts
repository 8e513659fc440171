import type { Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';
import { makeInvoice, makePayment } from '../../stage-invoices.js';
import { makeRepair } from '../../stage-repairs.js';
import { makeCorrection } from './corrections.js';

export const references: References = {
  'GET /api/payment': { shop: 'shop' },
  'GET /api/payment/export': { shop: 'shop' },
  'GET /api/payment/draft': { shop: 'shop' },
  'GET /api/payment/trend': { shop: 'shop' },
  'GET /api/payment/:id': { id: 'payment' },
  'GET /api/payment/:id/pdf': { id: 'payment' },
  'POST /api/payment': {
    invoices: 'invoice',
    repairInvoices: 'repairInvoice',
    corrections: 'correction',
    paymentTo: 'shop',
    shop: 'shop',
  },
  'PUT /api/payment/update/:id': { id: 'payment' },
  'PUT /api/payment/recalculate/:id': { id: 'payment' },
  'DELETE /api/payment/delete/:id': { id: 'payment' },
  'PUT /api/payment/haul/update/:id': { id: 'payment' },
  'GET /api/payment/recalculate/:id': { id: 'payment' },
};

export const examples: Examples = {
  'POST /api/payment': async (world) => ({
    as: 'office.user',
    entity: 'payment',
    values: {
      invoices: [await makeInvoice(world, 'Approved')],
      repairInvoices: [await makeRepair(world, 'Approved'), await makeRepair(world, 'Approved', 'home', 'Driver')],
      corrections: [await makeCorrection(world)],
      paymentNumber: makeUnique('P'),
      paymentDate: '2026-11-18',
      shopsPaymentAdjustment: -12.5,
      memo: 'November',
    },
  }),
  'PUT /api/payment/update/:id': async (world) => ({
    as: 'office.user',
    entity: 'payment',
    values: {
      id: await makePayment(world),
      paymentDate: '2026-11-19',
      shopsPaymentAdjustment: 100.25,
      memo: 'Rounded up',
    },
  }),
  'PUT /api/payment/recalculate/:id': async (world) => ({
    as: 'office.user',
    entity: 'payment',
    values: { id: await makePayment(world) },
  }),
  'DELETE /api/payment/delete/:id': async (world) => ({
    as: 'office.user',
    entity: 'payment',
    values: { id: await makePayment(world) },
  }),
  'PUT /api/payment/haul/update/:id': async (world) => ({
    as: 'office.user',
    entity: 'payment',
    values: { id: await makePayment(world), revision: 1, haulTotal: 310.75 },
  }),
};
