import { expect, test } from 'vitest';
import { getCron, repeats, parseWhen } from './when.js';

test('every choice of the form makes a cron expression that is shown as the same choice', () => {
  for (const repeat of repeats.filter((one) => one !== 'own')) {
    const when = { repeat, weekday: repeat === 'weekly' ? '5' : '1', time: '06:05', cron: '' };
    expect(parseWhen(getCron(when))).toEqual({ ...when, cron: getCron(when) });
  }
});

test.each([
  ['0 7 * * 1', 'weekly'],
  ['0 7 L * *', 'month-end'],
  ['*/15 7 * * 1', 'own'],
  ['0 7 * * 1,5', 'own'],
  ['0 7,9 * * *', 'own'],
  ['nonsense', 'own'],
])('%s is shown as %s', (cron, repeat) => {
  expect(parseWhen(cron).repeat).toBe(repeat);
  expect(getCron(parseWhen(cron))).toBe(cron);
});
