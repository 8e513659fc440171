import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBaseStyle, updateShopBaseStyles } from '../base-styles/service.js';
import { computeShedLabor } from '../../pricing/labor.js';
import { createShedCategory } from '../sheds/categories.js';
import { createModel } from '../sheds/models.js';
import { createShed } from '../sheds/service.js';
import { homeShop, useWorld } from '../../testing/world.js';
import {
  createLabor,
  updateLabor,
  updateShopLabor,
  checkLabor,
  deleteLabor,
  listLabor,
  listShopLabor,
  getLabor,
} from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const shopAdmin = () => world.ctx('shop.admin');

let n = 0;
async function newModel(): Promise<string> {
  const { item } = await createShedCategory(office(), { name: `Labor ${(n += 1)}` });
  return (await createModel(office(), { name: `Barn ${n}`, code: 'B', shedCategory: item._id })).item._id;
}
const standardValues = {
  buildPercent: { value: 12, type: 'percent' },
  roofPercent: { value: 9.5, type: 'percent' },
  trussCost: { value: 21.25, type: 'piece' },
  paintCost: { value: 18, type: 'piece' },
} as const;
const newStyle = async () =>
  (await createBaseStyle(office(), { name: `Style ${(n += 1)}`, doorType: 'tall', doorCost: 45, standardValues })).item
    ._id;

const values = {
  width: 10,
  length: 16,
  standardBuildBase: 1200,
  standardRoofBase: 800,
  standardTrussCount: 9,
  standardPaintHours: 6.5,
};
const newLabor = async (shopValues = {}) => {
  const [model, baseStyle] = [await newModel(), await newStyle()];
  return (await createLabor(office(), { model, baseStyle, ...values, ...shopValues })).item;
};

describe('shed labor', () => {
  test("adds up the four costs and the door's, which is the base style's unless it has its own (P2)", async () => {
    const labor = await newLabor();
    // 144.00 + 76.00 + 191.25 + 117.00 + 45.00
    expect(labor).toMatchObject({ standardDoorCost: null, standardTotalLaborCost: 573.25, revision: 1 });
    const change = { id: labor._id, baseStyle: labor.baseStyle._id, ...values, standardDoorCost: 0 };
    const { msg, item } = await updateLabor(office(), { ...change, revision: 1 });
    expect({ msg, item }).toMatchObject({ msg: 'Shed Labor is updated', item: { standardTotalLaborCost: 528.25 } });
    await expect(updateLabor(office(), { ...change, revision: 1 })).rejects.toMatchObject({ code: 'stale-record' });
    expect((await listLabor(office(), { id: labor.model._id })).items).toEqual([item]);
  });

  test('is unique per size, model and base style, and every field is required', async () => {
    const labor = await newLabor();
    const sameLabor = { model: labor.model._id, baseStyle: labor.baseStyle._id, ...values };
    await expect(createLabor(office(), sameLabor)).rejects.toThrow('this size already exists');
    const { standardRoofBase: _, ...rest } = sameLabor;
    await expect(createLabor(office(), { ...rest, width: 0 } as never)).rejects.toMatchObject({
      errors: [
        { path: 'width', msg: 'must be more than 0' },
        { path: 'standardRoofBase', msg: 'This field is required' },
      ],
    });
  });

  test('has bases in dollars and cents, at standard values and at those of a shop, so that its orders can be priced', async () => {
    const labor = await newLabor();
    const change = { id: labor._id, baseStyle: labor.baseStyle._id, ...values };
    const fine = { standardBuildBase: 1200.125, standardRoofBase: 800.0001 };
    await expect(updateLabor(office(), { ...change, ...fine })).rejects.toMatchObject({
      errors: ['standardBuildBase', 'standardRoofBase'].map((path) => ({
        path,
        msg: 'must be an amount in dollars with at most 2 decimals',
      })),
    });
    const own = { id: labor._id, buildBase: 1200.125, roofBase: 800.0001, trussCount: 9.0001, paintHours: 6.5 };
    await expect(updateShopLabor(shopAdmin(), own)).rejects.toMatchObject({
      errors: ['buildBase', 'roofBase'].map((path) => ({
        path,
        msg: 'must be an amount in dollars with at most 2 decimals',
      })),
    });
    expect(
      (await updateLabor(office(), { ...change, standardBuildBase: 1200.13, standardRoofBase: 0.07 })).item,
    ).toMatchObject({ standardBuildBase: 1200.13, standardRoofBase: 0.07 });
  });

  test('of a shop falls back value by value; one that is entered as the standard value follows it', async () => {
    const labor = await newLabor();
    const shopLabor = { id: labor._id, revision: 0, buildBase: 1500, roofBase: 800, trussCount: 9, paintHours: 6.5 };
    const { item } = await updateShopLabor(shopAdmin(), shopLabor);
    expect(item.shopValues).toEqual({
      buildBase: 1500,
      roofBase: null,
      trussCount: null,
      paintHours: null,
      doorCost: null,
    });
    expect(item).toMatchObject({ totalLaborCost: 609.25, standardTotalLaborCost: 573.25, revision: 1 });
    const change = { id: labor._id, baseStyle: labor.baseStyle._id, ...values, standardRoofBase: 1800 };
    await updateLabor(office(), change);
    expect(await getLabor(shopAdmin(), { id: labor._id })).toMatchObject({ totalLaborCost: 704.25 });
    expect(await getLabor(world.ctx('other.shop'), { id: labor._id })).toMatchObject({ totalLaborCost: 668.25 });
    const back = { ...shopLabor, revision: 1, buildBase: 1200, roofBase: 1800 };
    expect((await updateShopLabor(shopAdmin(), back)).item).toMatchObject({ revision: 0, totalLaborCost: 668.25 });
  });

  test('of a shop follows a standard value that was raised meanwhile, where it is saved as null', async () => {
    const labor = await newLabor();
    const raised = { id: labor._id, baseStyle: labor.baseStyle._id, ...values, standardBuildBase: 1300 };
    await updateLabor(office(), raised);
    const own = { id: labor._id, revision: 0, buildBase: null, roofBase: null, trussCount: null, paintHours: 7 };
    const { item } = await updateShopLabor(shopAdmin(), own);
    expect(item.shopValues).toMatchObject({ buildBase: null, roofBase: null, trussCount: null, paintHours: 7 });
    expect(item.totalLaborCost).toBe(item.standardTotalLaborCost + 0.5 * 18);
  });

  test('cannot be deleted or moved to another size while a shed uses it; its deletion is in the history', async () => {
    const labor = await newLabor();
    const place = { model: labor.model._id, baseStyle: labor.baseStyle._id };
    await createShed(office(), { ...place, width: 10, length: 16, retailPrice: 1 });
    await expect(deleteLabor(office(), { id: labor._id })).rejects.toThrow('1 shed.');
    const change = { id: labor._id, ...place, ...values };
    for (const [path, elsewhere] of [
      ['model', { model: await newModel() }],
      ['baseStyle', { baseStyle: await newStyle() }],
      ['width', { width: 12 }],
      ['length', { length: 20 }],
    ] as const)
      await expect(updateLabor(office(), { ...change, ...elsewhere })).rejects.toMatchObject({
        errors: [{ path, msg: 'cannot be changed: it is used by 1 shed' }],
      });
    expect((await updateLabor(office(), { ...change, standardPaintHours: 7 })).item.revision).toBe(2);
    const unusedLabor = await newLabor();
    expect((await deleteLabor(office(), { id: unusedLabor._id })).msg).toBe('ShedLabor is deleted');
    const trail = await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [unusedLabor._id])
      .select('action');
    expect(trail).toEqual([{ action: 'add' }, { action: 'delete' }]);
  });

  test('is counted by the recalculation, which stores nothing', async () => {
    const { model } = await newLabor();
    expect(await checkLabor(shopAdmin(), { model: model._id })).toEqual({
      msg: 'Shed Labors is updated succesfully',
      rows: 1,
    });
  });

  test('can be changed by the office for all, and by a shop only for itself', async () => {
    const { _id: id } = await newLabor();
    const shopLabor = { id, buildBase: 1, roofBase: 1, trussCount: 1, paintHours: 1 };
    await expect(updateShopLabor(office(), shopLabor)).rejects.toThrow('shop: is required');
    const shop = await world.findShopId(homeShop);
    await expect(updateShopLabor(world.ctx('other.shop'), { ...shopLabor, shop })).rejects.toThrow('Shop not found');
    await expect(updateShopLabor(world.ctx('builder'), shopLabor)).rejects.toThrow('Permission Denied');
    await expect(deleteLabor(shopAdmin(), { id })).rejects.toThrow('Permission Denied');
    expect((await updateShopLabor(world.ctx('shop.user'), shopLabor)).item.revision).toBe(1);
    expect((await updateShopLabor(office(), { ...shopLabor, shop, trussCount: 2 })).item.revision).toBe(2);
  });

  const amount = fc.integer({ min: 0, max: 999_999 }).map((n) => n / 100);
  const count = fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 10_000);
  const type = fc.constantFrom('percent' as const, 'piece' as const);
  const rate = fc.record({ value: fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 10_000), type });
  const rates = fc.record({ buildPercent: rate, roofPercent: rate, trussCost: rate, paintCost: rate });

  test('by SQL equals the pure functions to the cent, for any values', async () => {
    const shop = await world.findShopId(homeShop);
    const bases = fc.record({ buildBase: amount, roofBase: amount, trussCount: count, paintHours: count });
    await fc.assert(
      fc.asyncProperty(bases, rates, bases, rates, async (standard, standardRates, shopBases, ownRates) => {
        const model = await newModel();
        const style = { name: `Any ${(n += 1)}`, doorType: 'short', doorCost: 12.34 } as const;
        const { item } = await createBaseStyle(office(), { ...style, standardValues: standardRates });
        const bases = { standardBuildBase: standard.buildBase, standardRoofBase: standard.roofBase };
        const counts = { standardTrussCount: standard.trussCount, standardPaintHours: standard.paintHours };
        const size = { model, baseStyle: item._id, width: 8, length: 8 };
        const labor = (await createLabor(office(), { ...size, ...bases, ...counts })).item;
        await updateShopBaseStyles(shopAdmin(), { baseStyles: [{ _id: item._id, ...ownRates }] });
        await updateShopLabor(shopAdmin(), { id: labor._id, ...shopBases });
        const [row] = (await listShopLabor(office(), { id: model, shop })).items;
        const caseRates = (of: typeof standardRates) => ({
          build: of.buildPercent,
          roof: of.roofPercent,
          truss: of.trussCost,
          paint: of.paintCost,
        });
        const pricedCase = {
          labor: { standard: { ...standard, doorCost: 12.34 }, shop: shopBases },
          rates: { standard: caseRates(standardRates), shop: caseRates(ownRates) },
        };
        expect(Math.round((row?.standardTotalLaborCost ?? 0) * 100)).toBe(
          computeShedLabor(pricedCase, 'standard').total,
        );
        expect(Math.round((row?.totalLaborCost ?? 0) * 100)).toBe(computeShedLabor(pricedCase, 'shop').total);
      }),
      { numRuns: 25 },
    );
  });
});
