import { expect, test } from 'vitest';
import {
  type AlertGroup,
  findLikely,
  formatExtent,
  formatLastChosen,
  formatSuggestion,
  formatTitle,
  type Suggestion,
} from './group-words.js';

const group = (more: Partial<AlertGroup>): AlertGroup => ({
  ...{ kind: 'add-on', words: 'ridgevent', within: '', name: 'Ridge Vent', place: null, samples: [], suggestions: [] },
  ...{ alerts: 14, orders: 14, shops: 3, ready: 14, priced: 0, difference: null, largest: null },
  ...more,
});
const vent: Suggestion = {
  ...{ _id: 'v', name: 'Ridge Vent 10 ft', category: 'Roof', price: 85, isPercent: false },
  ...{ alike: 65, times: 0, lastChosen: null },
};

test.each([
  [{}, '“Ridge Vent” isn’t in the catalogue'],
  [{ kind: 'model', place: 'Painted' }, '“Ridge Vent” isn’t a model of Painted'],
  [{ kind: 'dealer', place: 'Oakridge' }, '“Ridge Vent” isn’t a dealer of Oakridge'],
  [{ kind: 'color', place: 'Roof' }, 'Roof color “Ridge Vent” isn’t on the company’s list'],
  [{ kind: 'color-missing', name: null, place: 'Trim' }, 'Trim color is missing'],
  [{ kind: 'base-price', name: null }, 'Base price differs from the catalogue'],
  [{ kind: 'haul-base', name: null }, 'No haul base'],
  [{ kind: 'word' }, 'Unknown word: “Ridge Vent”'],
])('%j is called %s', (more, title) => expect(formatTitle(group(more))).toBe(title));

test.each([
  [{}, '14 orders · 3 shops'],
  [{ ready: 9 }, '14 orders · 3 shops · 9 held back only by this'],
  [
    { kind: 'base-price', shops: 1, difference: 412, largest: 180 },
    '14 orders · together $412.00 above, largest $180.00',
  ],
  [{ orders: 1, shops: 1, ready: 1, difference: -12.5, largest: -12.5 }, '1 order · $12.50 below'],
  [{ kind: 'shop-missing', shops: 0 }, '14 orders'],
])('%j extends to %s', (more, text) => expect(formatExtent(group(more))).toBe(text));

test('a suggestion gives its reason; a previous choice or a similar name is preselected', () => {
  expect(formatSuggestion(vent)).toBe('Ridge Vent 10 ft · Roof · $85.00 · 65% alike');
  const choice = { ...vent, alike: 20, times: 3, lastChosen: '2025-10-15T01:30:00.000Z' };
  expect(formatSuggestion({ ...choice, price: 12, isPercent: true })).toBe(
    'Ridge Vent 10 ft · Roof · 12.00% · chosen 3 times',
  );
  expect(formatLastChosen(group({ suggestions: [choice] }), 'America/Chicago')).toBe(
    'last chosen as Ridge Vent 10 ft on 10/14/2025',
  );
  expect(formatLastChosen(group({ suggestions: [vent] }), 'America/Chicago')).toBeNull();
  expect(findLikely(group({ suggestions: [choice] }))).toBe('v');
  expect(findLikely(group({ suggestions: [vent] }))).toBe('v');
  expect(findLikely(group({ suggestions: [{ ...vent, alike: 35 }] }))).toBe('');
});
