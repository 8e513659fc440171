import { expect, test } from 'vitest';
import { getFileName, toRequest } from './api-request.js';

test('fills the path and sends the rest as the query', () => {
  const request = toRequest('GET /api/orders/status/:status', {
    status: 'On Hold',
    page: 2,
    search: '',
    shop: undefined,
  });
  expect(request).toEqual({ method: 'GET', url: '/api/orders/status/On%20Hold?page=2', body: null, deletes: null });
});

test('sends the rest as a body', () => {
  const request = toRequest('PUT /api/orders/update/:id', { id: 'a/b', status: 'Building', memo: null });
  expect(request).toEqual({
    method: 'PUT',
    url: '/api/orders/update/a%2Fb',
    body: { status: 'Building', memo: null },
    deletes: null,
  });
});

test('repeats a list in the query', () => {
  expect(toRequest('DELETE /api/orders', { ids: ['1', '2'] }).url).toBe('/api/orders?ids=1&ids=2');
});

test('names the record to delete', () => {
  expect(toRequest('DELETE /api/dealer/delete/:id', { id: '1' }).deletes).toBe('1');
  expect(toRequest('DELETE /api/orders/new/delete', {}).deletes).toBeNull();
});

test('refuses a path with a missing parameter', () => {
  expect(() => toRequest('GET /api/orders/:id', {})).toThrow('GET /api/orders/:id needs id');
});

test('reads the name of a file, plain or encoded', () => {
  expect(getFileName('attachment; filename="paid_invoices.xlsx"')).toBe('paid_invoices.xlsx');
  expect(getFileName(`attachment; filename="a.pdf"; filename*=UTF-8''M%C3%BCller.pdf`)).toBe('Müller.pdf');
  expect(getFileName(null)).toBeNull();
});
