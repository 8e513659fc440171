import { expect, test } from 'vitest';
import { readConfig } from './config.js';

test('the support board needs all of its variables; the missing ones are listed', () => {
  const board = { SUPPORT_MONDAY_TOKEN: 't', SUPPORT_MONDAY_BOARD: '42', SUPPORT_MONDAY_GROUP: 'Support' };
  expect(readConfig({ ...board })).toMatchObject({ ...board, SUPPORT_MONDAY_URL: 'https://api.monday.com/v2' });
  expect(readConfig({ SUPPORT_MONDAY_TOKEN: '' }).SUPPORT_MONDAY_TOKEN).toBeUndefined();
  expect(() => readConfig({ SUPPORT_MONDAY_TOKEN: 'secret' })).toThrow(
    'SUPPORT_MONDAY_BOARD is also required for the support board; SUPPORT_MONDAY_GROUP is also required for the support board',
  );
  expect(() => readConfig({ ...board, SUPPORT_MONDAY_URL: 'nowhere' })).toThrow(
    'SUPPORT_MONDAY_URL is not a valid address',
  );
  expect(() => readConfig({ ...board, SUPPORT_MONDAY_URL: 'http://board.example.com/v2' })).toThrow(
    'SUPPORT_MONDAY_URL must begin with https:// because it receives a token',
  );
  expect(readConfig({ ...board, SUPPORT_MONDAY_URL: 'http://127.0.0.1:9/v2' }).SUPPORT_MONDAY_URL).toMatch(/^http:/);
});

test('host names and contacts are lists, and an invalid entry is named', () => {
  expect(readConfig({})).toMatchObject({ ALLOWED_HOSTS: [], SECURITY_CONTACT: [] });
  const input = {
    ALLOWED_HOSTS: 'office.example.com, sheds',
    SECURITY_CONTACT: 'it@example.com,https://example.com/r',
  };
  expect(readConfig(input)).toMatchObject({
    ALLOWED_HOSTS: ['office.example.com', 'sheds'],
    SECURITY_CONTACT: ['mailto:it@example.com', 'https://example.com/r'],
  });
  for (const name of ['https://office.example.com', 'office.example.com:443', '*.example.com'])
    expect(() => readConfig({ ALLOWED_HOSTS: name })).toThrow('ALLOWED_HOSTS must be host names');
  for (const contact of ['nobody', 'http://example.com', 'a@b@c'])
    expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT must be an email address');
});

test('a standby requires a configured database', () => {
  const urls = { DATABASE_URL: 'postgresql://db/shedworks', DATABASE_READ_URL: 'postgresql://standby/shedworks' };
  expect(readConfig(urls)).toMatchObject(urls);
  expect(() => readConfig({ DATABASE_READ_URL: urls.DATABASE_READ_URL })).toThrow('DATABASE_URL is required');
});

test('a mail server requires a valid address', () => {
  const url = 'smtp://clerk:p%40ss@mail.example.com:587?requireTLS=false';
  expect(readConfig({ SMTP_URL: url }).SMTP_URL).toBe(url);
  for (const wrongUrl of ['mail.example.com', 'https://mail.example.com'])
    expect(() => readConfig({ SMTP_URL: wrongUrl })).toThrow('SMTP_URL must begin with smtp:// or smtps://');
});
