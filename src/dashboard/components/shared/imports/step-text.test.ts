import { expect, test } from 'vitest';
import { stepText } from './step-text.js';

test.each([
  [{ done: 0, total: 10_000, step: 'Reading' }, 'Reading 10,000 orders'],
  [{ done: 0, total: 1, step: 'Reading' }, 'Reading 1 order'],
  [{ done: 4200, total: 10_000, step: 'Pricing' }, 'Pricing 4,200 of 10,000'],
  [{ done: 10_000, total: 10_000, step: 'Saving' }, 'Finishing'],
])('%j is shown as %s', (progress, text) => expect(stepText(progress)).toBe(text));
