import { expect, test } from 'vitest';
import { onPhone, readList, writeList } from './list-state.js';

const defaults = {
  sorts: ['serialNumber', 'dateOrdered'],
  sort: '-dateOrdered',
  size: 200,
  filters: { shop: '' },
} as const;

test('an empty address is the default list, and the default list an empty address', () => {
  const values = readList('', defaults);
  expect(values).toEqual({
    search: '',
    sort: '-dateOrdered',
    page: 1,
    size: 200,
    columns: null,
    filters: { shop: '' },
  });
  expect(writeList(values, defaults, '')).toBe('');
});

test('a written address is read back unchanged', () => {
  const values = {
    search: 'a b&c',
    sort: 'serialNumber' as const,
    page: 3,
    size: 50,
    columns: ['shop', 'serialNumber'],
    filters: { shop: 'North' },
  };
  expect(readList(writeList(values, defaults, ''), defaults)).toEqual(values);
});

test('the parameters of other features stay', () => {
  const query = writeList({ ...readList('?id=7&page=2', defaults), page: 1 }, defaults, '?id=7&page=2');
  expect(query).toBe('id=7');
});

test('invalid values are ignored', () => {
  const values = readList('?sort=password&page=-2&size=100000&page=x', defaults);
  expect(values).toMatchObject({ sort: '-dateOrdered', page: 1, size: 200 });
});

test('a phone has shorter pages; a size in the address still counts', () => {
  expect(readList('', onPhone(defaults)).size).toBe(25);
  expect(readList('?size=200', onPhone(defaults)).size).toBe(200);
  expect(onPhone({ size: 10 }).size).toBe(10);
  expect(writeList(readList('', onPhone(defaults)), onPhone(defaults), '')).toBe('');
});
