import { describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { useWorld } from '../../testing/world.js';
import { getCurrentUser, checkSetUpNeeded } from '../users/sign-in.js';
import { createCompany, updateCompany, getCompanyProfile, deleteCompany } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const company = () => getCompanyProfile(office(), {});

describe('the company', () => {
  test('leaves fields unchanged that a change does not include', async () => {
    const before = await company();
    const { msg, item } = await updateCompany(office(), { id: before._id, revision: before.revision, city: 'Berlin' });
    expect(msg).toBe('Company is updated');
    expect({ ...before, ...item }).toEqual({ ...before, city: 'Berlin', revision: before.revision + 1 });
  });

  test('names the product for all users and on the sign-in page', async () => {
    const { _id: id } = await company();
    const readNames = async () => [
      (await getCurrentUser(world.ctx('builder'), {})).productName,
      (await checkSetUpNeeded({ ...office(), actor: null }, {})).productName,
    ];
    expect(await readNames()).toEqual(['Shedworks', 'Shedworks']);
    await updateCompany(office(), { id, productName: ' Barn Desk ' });
    expect(await readNames()).toEqual(['Barn Desk', 'Barn Desk']);
    await expect(updateCompany(office(), { id, productName: ' ' })).rejects.toMatchObject({
      errors: [{ path: 'productName', msg: 'Enter the product name' }],
    });
    await updateCompany(office(), { id, productName: 'Shedworks' });
  });

  test('keeps the IDs of unchanged colors, adds new ones and deletes removed ones', async () => {
    const { _id: id, roofColors, trimColors } = await company();
    const [first, second] = roofColors;
    const expectedColors = [{ ...second, color: 'Slate' }, { color: ' Moss ' }, first].flatMap((color) => color ?? []);
    const { item } = await updateCompany(office(), { id, roofColors: expectedColors as { color: string }[] });
    expect(item.roofColors.map(({ color }) => color)).toEqual(['Slate', 'Moss', first?.color]);
    expect(item.roofColors[0]?._id).toBe(second?._id);
    expect(item.trimColors).toEqual(trimColors);
    const twice = [{ color: 'Red' }, { color: 'red' }];
    await expect(updateCompany(office(), { id, trimColors: twice })).rejects.toMatchObject({
      errors: [{ path: 'trimColors.1.color', msg: 'is a duplicate' }],
    });
    const stolen = [{ _id: first?._id as string, color: 'Oak' }];
    const { item: after } = await updateCompany(office(), { id, sidingColors: stolen });
    expect(after.sidingColors[0]?._id).not.toBe(first?._id);
    expect(after.roofColors).toHaveLength(3);
  });

  test('refuses a stale revision, an invalid time zone and an empty name', async () => {
    const { _id: id, revision } = await company();
    await updateCompany(office(), { id, revision, state: 'OH' });
    await expect(updateCompany(office(), { id, revision, state: 'MO' })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { state: 'OH' } },
    });
    await expect(updateCompany(office(), { id, timeZone: 'Mars/Base', name: ' ' })).rejects.toMatchObject({
      errors: [{ path: 'name', msg: 'Enter the company name' }, { path: 'timeZone' }],
    });
  });

  test('is read with its settings by the office and without them by a shop; an Office Admin changes it', async () => {
    const { _id: id } = await company();
    expect(Object.keys(await getCompanyProfile(world.ctx('office.user'), {}))).toContain('fuelSurcharge');
    for (const name of ['shop.admin', 'shop.user', 'builder'] as const)
      expect(
        Object.keys(await getCompanyProfile(world.ctx(name), {})).filter((key) => /Percent|Escort|fuel/.test(key)),
      ).toEqual([]);
    for (const name of ['office.user', 'shop.admin'] as const)
      await expect(updateCompany(world.ctx(name), { id, city: 'X' })).rejects.toThrow('Permission Denied');
  });

  test('is the only one, and can be deleted only when no record depends on it', async () => {
    const { _id: id, name } = await company();
    await expect(createCompany(office(), { name: 'Another' })).rejects.toMatchObject({ code: 'company-exists' });
    await expect(deleteCompany(office(), { id: newId() })).rejects.toThrow('Company not found');
    await expect(deleteCompany(office(), { id })).rejects.toThrow(
      new RegExp(`Company "${name}" cannot be deleted: it is used by 4 shops, .*other users`),
    );
    await world.db.raw(
      'truncate shops, users, shed_categories, addon_parent_categories, item_categories, base_styles, dealers cascade',
    );
    expect(await deleteCompany(office(), { id })).toEqual({ msg: 'Company is deleted' });
    await expect(getCompanyProfile(office(), {})).rejects.toThrow('Company not found');
    expect(await world.db('company_colors')).toEqual([]);
    const { item } = await createCompany(office(), {
      name: 'Next',
      roofColors: [{ color: 'Red' }],
      fuelSurcharge: 35.25,
    });
    expect(item).toMatchObject({
      name: 'Next',
      timeZone: 'America/Chicago',
      fuelSurcharge: 35.25,
      shopToLotPercent: 0,
    });
    expect(item.roofColors).toMatchObject([{ color: 'Red' }]);
  });
});
