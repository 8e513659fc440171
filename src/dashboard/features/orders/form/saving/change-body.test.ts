import { expect, test } from 'vitest';
import { changeBody, needsRequired, overNewer, shopChangeBody } from './change-body.js';
import type { LineValues, OrderValues } from './order-values.js';

const line = (lineNo: number | null, name: string, more: Partial<LineValues> = {}): LineValues => ({
  lineNo,
  addOn: `id of ${name}`,
  name,
  quantity: 1,
  retailPrice: 30,
  shopPercent: 75,
  materialCost: { shop: null, standard: null },
  laborCost: { shop: null, standard: null },
  ...more,
});

const start: OrderValues = {
  status: 'InQueue',
  holdReason: '',
  shop: 'shop-1',
  model: 'model-1',
  type: 'Customer',
  width: 12,
  length: 24,
  dealer: 'dealer-1',
  builder: '',
  metalOrdered: false,
  customer: 'Joel',
  roofType: 'Metal',
  roofColor: 'Black',
  sidingType: 'Metal',
  sidingColor: 'White',
  sidingPaint: { color: '', quantity: null },
  trimColor: '',
  trimPaint: { color: '', quantity: null },
  shopPercent: 65,
  basePrice: { company: 5000 },
  adjustment: { shop: 0, company: 0 },
  sellingCosts: { dealerCommission: null, salesRepCommission: null, escort: null, haul: null },
  adjustmentNote: '',
  deliveryScheduled: null,
  dateDelivered: null,
  driver: '',
  deliveryAddress: { lineOne: '1 Elm St', lineTwo: '', city: '', state: '', zip: '' },
  customerPhone: '555',
  customerEmail: '',
  rto: false,
  rtoCompany: '',
  rtoMonths: null,
  balance: 10,
  addOns: [line(1, 'Window'), line(2, 'Door')],
  customAddOns: [line(3, 'Ramp', { addOn: null })],
};
const now = (more: Partial<OrderValues>): OrderValues => ({ ...start, ...more });

test('sends nothing when nothing was changed', () => {
  expect(changeBody(start, now({}))).toEqual({});
});

test('sends only a changed field, and an emptied one as null', () => {
  expect(changeBody(start, now({ roofColor: 'Red', dealer: '', metalOrdered: true }))).toEqual({
    roofColor: 'Red',
    dealer: null,
    metalOrdered: true,
  });
});

test('leaves out fields whose control is disabled', () => {
  expect(changeBody(start, { ...start, builder: undefined } as unknown as OrderValues)).toEqual({});
});

test('sends paint and adjustment as pairs, an emptied amount as 0', () => {
  const typedValues = now({ trimPaint: { color: 'Red', quantity: 2 }, adjustment: { shop: null, company: -20 } });
  expect(changeBody(start, typedValues)).toEqual({
    trimPaint: { color: 'Red', quantity: 2 },
    adjustment: { shop: 0, company: -20 },
  });
});

test('sends all lines of a list when one changed, new ones without a number', () => {
  const addOns = [line(1, 'Window', { quantity: 4 }), line(null, 'Vent')];
  expect(changeBody(start, now({ addOns }))).toEqual({
    addOns: [
      { lineNo: 1, addOn: 'id of Window', quantity: 4, retailPrice: 30, shopPercent: 75 },
      { addOn: 'id of Vent', quantity: 1, retailPrice: 30, shopPercent: 75 },
    ],
  });
});

test('sends only the costs of a custom line for a shop', () => {
  const ramp = line(3, 'Ramp', { addOn: null, materialCost: { shop: 12.5, standard: null } });
  expect(shopChangeBody(start, now({ customAddOns: [ramp] }))).toEqual({
    customAddOns: [
      { lineNo: 3, materialCost: { shop: 12.5, standard: null }, laborCost: { shop: null, standard: null } },
    ],
  });
});

test('sends changed facts of the sale, an emptied one as null and an address as a whole', () => {
  const deliveryAddress = { ...start.deliveryAddress, city: 'Nixa' };
  const facts = { deliveryScheduled: '2026-04-02', customerPhone: '', rto: true, rtoMonths: 36, balance: null };
  const body = changeBody(start, now({ ...facts, deliveryAddress }));
  expect(body).toEqual({
    ...facts,
    customerPhone: null,
    deliveryAddress: { lineOne: '1 Elm St', lineTwo: null, city: 'Nixa', state: null, zip: null },
  });
  expect(needsRequired(body, false)).toBe(false);
});

test('requires colors when the order itself changed, not for a builder or a status', () => {
  expect(needsRequired({ builder: 'b', status: 'Building', sidingPaint: {} }, false)).toBe(false);
  expect(needsRequired({ builder: 'b', shopPercent: 60 }, false)).toBe(true);
  expect(needsRequired({ width: 12, roofType: 'Metal' }, true)).toBe(false);
  expect(needsRequired({ roofType: 'Metal' }, false)).toBe(true);
});

test('applies typed values to a newer version and preserves its other changes', () => {
  const newer = now({ roofColor: 'Green', customer: 'Theirs' });
  const mergedValues = overNewer(start, now({ roofColor: 'Red', shopPercent: 60 }), newer);
  expect(mergedValues).toEqual({ ...newer, roofColor: 'Red', shopPercent: 60 });
});

test('finds a line that was assigned an add-on meanwhile', () => {
  const { lineNo, quantity, retailPrice } = line(3, 'Ramp');
  const replacement = line(lineNo, 'Ramp Package', { quantity, retailPrice });
  const typedValues = now({ addOns: [...start.addOns, replacement], customAddOns: [] });
  const newer = now({ addOns: [line(1, 'Door')], customAddOns: [line(2, 'Ramp', { addOn: null })] });
  expect(overNewer(start, typedValues, newer).addOns.map(({ name, lineNo: no }) => [name, no])).toEqual([
    ['Window', null],
    ['Door', 1],
    ['Ramp Package', 2],
  ]);
});

test('finds edited lines among moved lines; an edited line that was removed becomes a new one', () => {
  const typedValues = now({ addOns: [line(1, 'Window', { quantity: 9 }), line(2, 'Door')] });
  const newer = now({ addOns: [line(1, 'Vent'), line(2, 'Window')], customAddOns: [] });
  expect(
    overNewer(start, typedValues, newer).addOns.map(({ name, lineNo, quantity }) => [name, lineNo, quantity]),
  ).toEqual([
    ['Window', 2, 9],
    ['Door', null, 1],
  ]);
});
