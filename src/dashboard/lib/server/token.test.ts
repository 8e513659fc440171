import { expect, test } from 'vitest';
import { getExpiry, getUser } from './token.js';

const tokenWith = (payload: object) => `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`;

test('a token ends at its expiry', () => {
  expect(getExpiry(tokenWith({ exp: 1_800_000_000, name: 'Zoë?>' }))).toBe(1_800_000_000_000);
});

test('an invalid token counts as expired', () => {
  expect(['', 'abc', 'a.b.c', tokenWith({}), tokenWith({ exp: 'soon' })].map(getExpiry)).toEqual([0, 0, 0, 0, 0]);
});

test('a token names its user', () => {
  expect(getUser(tokenWith({ sub: '0193', exp: 1 }))).toBe('0193');
  expect(['', 'abc', 'a.b.c', tokenWith({}), tokenWith({ sub: 7 })].map(getUser)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
