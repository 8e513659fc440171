import { describe, expect, test } from 'vitest';
import { optimize } from '../../../../../domain/pricing/uses/optimizer.js';
import {
  companyDefaults,
  officeInputNames,
  ownReport,
} from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { curveDrawing } from './curve.js';
import { getModel, type ShopAnswer, shopRow } from './top-rows.js';
import { isInput, readInputs } from './use-top-inputs.js';

const row: ShopAnswer['rows'][number] = {
  shed: {
    model: { _id: null, name: 'Cottage Shed' },
    category: { _id: null, name: '' },
    width: 10,
    length: 16,
    group: 'small',
  },
  count: 3,
  totalShopShedExpense: 4_500.1,
  totalShopStandardAddOnCost: 120.07,
  addonShopPercentages: { 'Garage Door 9x7': { retailPrice: 400.29, quantity: 2 } },
  addOnRetail: { doubleShopDoor: 0, window: 0, walkthrough: 0, garage: 400.29, other: 0 },
  addOnShopRetailTotal: 0,
  listRetailTotal: 9_000.35,
  unpriced: 0,
  percentLines: 12.5,
  figures: {} as never,
};

describe('a row of the response', () => {
  test("converted to cents, gives the server's figures", () => {
    const { rows, total } = ownReport([shopRow(row)], { small: 60, large: 62.5, overhead: 5, addOn: 75 });
    // 9,000.35 × 60 % = 5,400.21; 400.29 × 75 % + 12.50 = 312.72; 5,712.93 × 5 % = 285.65; less 4,620.17
    expect(total).toMatchObject({ boxRevenue: 540_021, addOnRevenue: 31_272, overhead: 28_565, gp: 80_711 });
    expect(rows[0]?._id).toBe('Cottage Shed|10|16');
    expect(getModel(row)).toBe('Cottage Shed');
  });
});

describe('the inputs in the address', () => {
  test('count when they are percents within the limits', () => {
    const inputs = readInputs('?small=55.5&large=abc&overhead=-1&boxChange=-5&window=&sort=gp', officeInputNames);
    expect(inputs).toEqual({ small: 55.5, boxChange: -5 });
  });

  test('have at most two decimals, and limits', () => {
    const fits = [
      isInput('small', 60.01),
      isInput('small', 60.001),
      isInput('boxChange', -101),
      isInput('desiredGp', NaN),
    ];
    expect(fits).toEqual([true, false, false, false]);
  });
});

describe('the curve of the optimizer', () => {
  const sums = { ...shopRow(row), baseRetail: 10_000_00, percentLines: 0 };

  test('starts where at most half of the revenue is lost, with the target as a line', () => {
    const drawing = curveDrawing(optimize([sums], companyDefaults, 15), 15);
    const [small, desiredSeries] = drawing.series;
    expect(drawing.series).toHaveLength(2);
    expect(small?.values[0]).toBeGreaterThanOrEqual(-50);
    expect(small?.values).toHaveLength(drawing.labels.length);
    expect(drawing.scale?.from).toBe(drawing.scale?.at[0]);
    expect(drawing.labels.at(-1)).toBe('100.00%');
    expect(new Set(desiredSeries?.values)).toEqual(new Set([15]));
  });

  test('shows its last quarter if every percent loses more, and no points without rows', () => {
    const ruinous = curveDrawing(optimize([{ ...sums, shedCost: 90_000_00 }], companyDefaults, 15), 15);
    expect(ruinous.labels).toHaveLength(101);
    expect(curveDrawing(optimize([], companyDefaults, 15), 15).labels).toEqual([]);
  });
});
