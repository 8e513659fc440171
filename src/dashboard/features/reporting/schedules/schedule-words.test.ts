import { expect, test } from 'vitest';
import { getState } from './schedule-words.js';

test.each([
  ['sent', 'Sent'],
  ['kept', 'Not sent'],
  ['failed', 'Failed'],
  ['refused', 'Refused'],
  ['waiting', 'Waiting'],
])('a run that is done shows the state of its email: %s as %s', (status, label) => {
  expect(getState({ status: 'done', message: { _id: 'm', status, error: null } })).toBe(label);
});
