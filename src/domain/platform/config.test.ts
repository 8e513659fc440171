import { expect, test } from 'vitest';
import { readConfig } from './config.js';

test('the support board needs all of its variables, and says which are missing', () => {
  const board = { SUPPORT_MONDAY_TOKEN: 't', SUPPORT_MONDAY_BOARD: '42', SUPPORT_MONDAY_GROUP: 'Support' };
  expect(readConfig({ ...board })).toMatchObject({ ...board, SUPPORT_MONDAY_URL: 'https://api.monday.com/v2' });
  expect(readConfig({ SUPPORT_MONDAY_TOKEN: '' }).SUPPORT_MONDAY_TOKEN).toBeUndefined();
  expect(() => readConfig({ SUPPORT_MONDAY_TOKEN: 'secret' })).toThrow(
    'SUPPORT_MONDAY_BOARD is needed too for the support board; SUPPORT_MONDAY_GROUP is needed too for the support board',
  );
  expect(() => readConfig({ ...board, SUPPORT_MONDAY_URL: 'nowhere' })).toThrow('SUPPORT_MONDAY_URL is no address');
});

test('a standby is one of a database that is configured', () => {
  const urls = { DATABASE_URL: 'postgresql://db/shedworks', DATABASE_READ_URL: 'postgresql://standby/shedworks' };
  expect(readConfig(urls)).toMatchObject(urls);
  expect(() => readConfig({ DATABASE_READ_URL: urls.DATABASE_READ_URL })).toThrow('DATABASE_URL is needed too');
});
