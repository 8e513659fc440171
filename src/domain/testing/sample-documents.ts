import type { PaymentDocument } from '../billing/payments/paper/template.js';
import type { WorkOrderDocument } from '../orders/reads/work-order-document.js';

const company = {
  name: 'Prairie Sheds Company',
  streetAddress: '100 Main Street',
  city: 'Springfield',
  state: 'MO',
  zipCode: '65802',
};

/** A payment of the requested number of invoices, in the company's version. */
export const getSamplePayment = (invoices: number, change: Partial<PaymentDocument> = {}): PaymentDocument => ({
  paper: 'A4',
  logo: null,
  company,
  paymentTo: { ...company, name: 'Ridge Line Barns', streetAddress: '7 County Road 12' },
  paymentNumber: '118',
  paymentDate: '2026-11-18',
  memo: 'Week 47.\nThe adjustment settles the damaged trim of T-7000003.',
  changedAt: '2026-11-18T15:00:00.000Z',
  counts: [
    { type: 'Inventory', count: invoices, amount: 250_000 * invoices, retail: 400_000 * invoices },
    { type: 'Customer', count: 0, amount: 0, retail: 0 },
  ],
  repairInvoices: [],
  corrections: [],
  invoices: Array.from({ length: invoices }, (_, n) => ({
    invoiceNumber: `T-${7_000_001 + n}`,
    invoicedDate: '2026-11-13',
    billTo: 'Prairie Sheds Company',
    serialNumber: `T-${7_000_001 + n}`,
    building: 'Painted Cabin 12 × 24',
    type: 'Inventory',
    amount: 250_000,
  })),
  subTotal: 250_000 * invoices,
  adjustment: -12_345,
  total: 250_000 * invoices - 12_345,
  office: { companyTotal: 300_000 * invoices, orderTotal: 400_000 * invoices },
  ...change,
});

/** The work order of a cabin. */
export const getSampleWorkOrder = (): WorkOrderDocument => ({
  paper: 'A4',
  logo: null,
  company,
  shop: 'Ridge Line Barns',
  serialNumber: 'T-7000001',
  status: 'InQueue',
  type: 'Customer',
  model: 'Painted Cabin',
  category: 'Painted',
  width: 12,
  length: 24,
  dateOrdered: '2026-11-02',
  deliveryScheduled: '2026-12-03',
  deliverTo: '610 Oak Rd, Springfield, MO 65804',
  builder: 'Ben Carver',
  dealer: 'Northside Lot',
  customer: 'Hannah Weaver',
  condition: 'New',
  siding: { type: 'Painted', color: 'Driftwood', paintColor: 'Driftwood', paintQuantity: 3.5 },
  roof: { type: 'Metal', color: 'Charcoal', paintColor: null, paintQuantity: null },
  trim: { type: null, color: 'White', paintColor: 'White', paintQuantity: 1 },
  addOns: [
    { name: 'Walk-in Door', quantity: 1, unit: 'piece', included: true },
    { name: '24x36 Window', quantity: 2, unit: 'piece', included: true },
    { name: 'Workbench', quantity: 8, unit: 'linearFt', included: false },
  ],
  customAddOns: [{ name: 'Ramp of treated lumber, 5 ft wide, left of the door', quantity: 1 }],
  notes: ['Window on the long side, 3 ft from the corner.'],
  changedAt: '2026-11-18T15:00:00.000Z',
});
