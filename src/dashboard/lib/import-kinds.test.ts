import { expect, test } from 'vitest';
import { kinds } from '../../domain/imports/kinds.js';
import { getReturnPath, getChoices, importKinds, importPath, kindNamed, kindNames } from './import-kinds.js';

test('the screens define each kind like the server', () => {
  expect(kindNames.toSorted()).toEqual(kinds.map(({ name }) => name).toSorted());
  for (const kind of kinds) expect(kind).toMatchObject({ ...kindNamed(kind.name) });
});

test('an address has the kind, the choices and the way back, without empty values', () => {
  expect(importPath('company', 'dealers')).toBe('/company/import/new?kind=dealers');
  const path = importPath('company', 'items', { shop: 's1', category: '' }, '/company/items/all?shop=s1');
  const query = new URL(path, 'http://x').searchParams;
  expect(Object.fromEntries(query)).toEqual({ kind: 'items', shop: 's1', back: '/company/items/all?shop=s1' });
});

test('a kind reads only its own choices from an address', () => {
  const query = new URLSearchParams({ kind: 'items', shop: 's1', shops: 's1,s2', category: '' });
  expect(getChoices(importKinds.items, query)).toEqual({ shop: 's1' });
  expect(getChoices(importKinds['items-for-shops'], query)).toEqual({ shops: 's1,s2' });
  expect(getChoices(importKinds.dealers, query)).toEqual({});
});

test('any other text in an address is not a kind, and Back never leads outside the dashboard', () => {
  expect(kindNamed('dealers')?.title).toBe('Dealers');
  expect(kindNamed('toString')).toBeUndefined();
  expect(kindNamed(null)).toBeUndefined();
  expect(getReturnPath(new URLSearchParams({ back: '/company/dealers' }), '/x')).toBe('/company/dealers');
  for (const back of ['https://example.test/', '//example.test/company/', 'javascript:alert(1)', ''])
    expect(getReturnPath(new URLSearchParams({ back }), '/company/imports')).toBe('/company/imports');
});
