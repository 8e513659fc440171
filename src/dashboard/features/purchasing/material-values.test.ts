import { expect, test } from 'vitest';
import {
  blankLine,
  defaultItems,
  GONE,
  grandTotal,
  lineBodies,
  type LineValues,
  type MaterialOrder,
  materialValues,
  missingDefaults,
  newFreights,
  computePrice,
  computeTotal,
  vendorTotal,
  withAllDefaults,
  withDefaults,
} from './material-values.js';

const line = (change: Partial<LineValues>): LineValues => ({ ...blankLine, item: 'block', name: 'Block', ...change });

test('a line follows the typed values (P11); an incomplete number counts as 0', () => {
  expect(computeTotal(line({ quantity: 3, newPrice: 1.005 }))).toBe(3.02);
  expect(computeTotal(line({ quantity: Number.NaN, newPrice: 2 }))).toBe(0);
  expect(computePrice(line({ quantity: 3, total: 10 }))).toBe(3.3333);
  expect(computePrice(line({ quantity: 0, newPrice: 2.5, total: 10 }))).toBe(2.5);
  expect(grandTotal([line({ total: 3.02 }), line({ total: 0.1 }), line({ total: null })])).toBe(3.12);
});

test('the vendor reads prices without their estimates of freight: stored ones, or those of the items (P11)', () => {
  const costs = new Map([
    ['block', { freight: 1.25, total: 32.75 }],
    ['strap', { freight: 0.1, total: 0.5 }],
  ]);
  const block = line({ quantity: 2, newPrice: 32.75, total: 65.5 });
  const strap = line({ item: 'strap', quantity: 10, newPrice: 0.5, total: 5 });
  expect(vendorTotal([block, strap, blankLine], { order: null, costs })).toBe(67);
  expect(vendorTotal([line({ quantity: 2, newPrice: 31, total: 62 })], { order: null, costs })).toBe(62);
  const storedLine = { _id: 'a', item: { _id: 'block', name: 'Block' }, newPrice: 32.75, freightEstimate: 0.75 };
  const order = { items: [storedLine] } as unknown as MaterialOrder;
  expect(vendorTotal([{ ...block, _id: 'a' }], { order, costs })).toBe(64);
  expect(vendorTotal([{ ...block, _id: 'a' }], { order, costs: new Map() })).toBe(64);
  expect(vendorTotal([{ ...block, _id: 'a', newPrice: 40, total: 80 }], { order, costs })).toBe(80);
  expect(vendorTotal([{ ...strap, _id: 'a' }], { order, costs })).toBe(4);
});

test('freight per unit is shown for each line, or for none if no line can carry it', () => {
  const lines = [line({ quantity: 4, total: 30 }), line({ quantity: 2, total: 10 }), line({})];
  expect(newFreights(8, lines)).toEqual([1.5, 1, 0]);
  expect(newFreights(null, lines)).toEqual([0, 0, 0]);
  expect(newFreights(1, [line({})])).toBeNull();
});

const usualItems = [
  { _id: 'block', name: 'Block', total: 2, pack: null },
  { _id: 'strap', name: 'Strap', total: 0.5, pack: 25 },
  { _id: 'panel', name: 'Panel', total: 3, pack: null },
];
const nothing = { current: 0, received: 0, onOrder: 0, drafted: 0 };
const noPoints = { orderPointWarning: null, orderPointCritical: null, fullPoint: null };
/** The demand for a quantity of an item, in the packs of another vendor. */
const need = (_id: string, needed: number, pack: number | null) =>
  ({ ...nothing, ...noPoints, _id, needed, type: 'piece', pack }) as const;
const demand = [need('block', 4, 100), need('strap', 30, null), need('panel', 0, null)];

test('a new order starts with the default items in demand, in packs, after the lines already typed', () => {
  const defaults = defaultItems(usualItems, demand);
  const lines = withDefaults([line({ quantity: 3 }), line({ item: 'nail' }), blankLine], defaults);
  expect(lines.map(({ item, quantity, newPrice, total }) => [item, quantity, newPrice, total])).toEqual([
    ['block', 3, 0, 0],
    ['strap', 50, 0.5, 25],
  ]);
  expect(withDefaults([line({})], [])).toEqual([blankLine]);
  expect(withDefaults([blankLine], defaultItems(usualItems, []))).toEqual([blankLine]);
});

test('another vendor’s default items replace those filled in for the vendor before; what was typed stays', () => {
  const filledLines = withDefaults([line({ item: 'nail', quantity: 1 })], defaultItems(usualItems, demand));
  const [typedLine, block, strap] = filledLines as [LineValues, LineValues, LineValues];
  const panels = defaultItems([{ _id: 'panel', name: 'Panel', total: 3, pack: null }], [need('panel', 2, null)]);
  const changedLine = { ...strap, quantity: 75, total: 37.5 };
  const lines = withDefaults([typedLine, { ...block }, changedLine], panels, [block, strap]);
  expect(lines.map(({ item, quantity }) => [item, quantity])).toEqual([
    ['nail', 1],
    ['strap', 75],
    ['panel', 2],
  ]);
  expect(withDefaults([{ ...block }], [], [block])).toEqual([blankLine]);
});

test('the other default items can be added with one click, each once', () => {
  const defaults = defaultItems(usualItems, demand);
  const lines = withDefaults([blankLine], defaults);
  expect(missingDefaults(lines, defaults).map(({ _id }) => _id)).toEqual(['panel']);
  expect(withAllDefaults(lines, defaults).map(({ item, quantity }) => [item, quantity])).toEqual([
    ['block', 4],
    ['strap', 50],
    ['panel', 0],
  ]);
  expect(missingDefaults(withAllDefaults(lines, defaults), defaults)).toEqual([]);
});

test('a line whose item is no longer in the catalogue is sent by its own ID only', () => {
  const storedLine = { quantity: 2, newPrice: 3, newFreight: 0, total: 6, freight: 0, description: '' };
  const receipt = { received: 3, pushed: 0, inInventory: false };
  const items = [{ _id: 'a', item: { _id: null, name: 'Strap' }, ...storedLine, ...receipt }];
  const values = materialValues({ items, vendor: { _id: 'v' } } as never, { today: '2026-11-18', number: '7' });
  expect(values.items[0]).toMatchObject({ item: GONE, name: 'Strap', ordered: 2, received: 3 });
  const sentLine = { quantity: 2, newPrice: 3, total: 6, description: '' };
  expect(lineBodies(values.items)).toEqual([{ _id: 'a', ...sentLine }]);
});
