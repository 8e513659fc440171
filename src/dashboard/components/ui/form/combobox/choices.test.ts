import { expect, test } from 'vitest';
import { findByLabel, findTarget, searchChoices } from './choices.js';

const choices = [
  { value: 'a', label: 'Deck Screw', detail: 'Fasteners', figure: '$0.08' },
  { value: 'b', label: 'Screw', detail: 'Metal', figure: '$0.12' },
  { value: 'c', label: 'Metal Edge', detail: 'Metal' },
  { value: 'd', label: 'Screw', detail: 'Fasteners', figure: '$0.05' },
  { value: 'e', label: 'Façade Board', detail: 'Lumber', alias: '4711' },
];
const findValues = (text: string, recent?: readonly string[]) =>
  searchChoices(choices, text, recent).map(({ value }) => value);

test('words are found in any order, in label and detail, ignoring case and accents', () => {
  expect(findValues('SCREW fast')).toEqual(['a', 'd']);
  expect(findValues('fasteners deck')).toEqual(['a']);
  expect(findValues('facade')).toEqual(['e']);
  expect(findValues('screw lumber')).toEqual([]);
  expect(findValues('board 4711')).toEqual(['e']); // by what is not shown
});

test('keys wrap around the ends, and move by pages and to either end', () => {
  const move = (key: string, at: number) => findTarget(key, at, 20);
  expect([move('ArrowDown', 19), move('ArrowUp', 0), move('ArrowDown', 3)]).toEqual([0, 19, 4]);
  expect([move('PageDown', 3), move('PageDown', 15), move('PageUp', 3)]).toEqual([11, 19, 0]);
  expect([move('Home', 7), move('End', 7), move('a', 7)]).toEqual([0, 19, null]);
});

test('recent choices come first, the latest on top, then the others in list order', () => {
  expect(findValues('')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(findValues('', ['e', 'c'])).toEqual(['e', 'c', 'a', 'b', 'd']);
  expect(findValues('s', ['a'])).toEqual(['a', 'b', 'd']);
});

test('a label equal to the text comes before recent ones, and one that starts with it before others', () => {
  expect(findValues('screw', ['a'])).toEqual(['b', 'd', 'a']);
  expect(findValues('metal')).toEqual(['c', 'b']);
});

test('a label shared by several choices identifies none of them', () => {
  expect(findByLabel(choices, ' metal edge ')?.value).toBe('c');
  expect(findByLabel(choices, 'Screw')).toBeUndefined();
  expect(findByLabel(choices, 'Nail')).toBeUndefined();
});
