import { expect, test } from 'vitest';
import { asAddOn } from './as-add-on.js';

test('a custom line becomes an add-on with its own quantity and price; the others are unchanged', () => {
  const ramp = { lineNo: 3, quantity: 2, retailPrice: 150 };
  const order = { addOns: [{ lineNo: 1 }], customAddOns: [{ lineNo: 2, quantity: 1, retailPrice: 10 }, ramp] };
  expect(asAddOn(order, ramp, 'the-ramp')).toEqual({
    addOns: [{ lineNo: 1 }, { lineNo: 3, addOn: 'the-ramp', quantity: 2, retailPrice: 150 }],
    customAddOns: [{ lineNo: 2 }],
  });
});
