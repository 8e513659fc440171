import { expect, test } from 'vitest';
import { earlyAnswered, sendEarly } from './early.js';

test('early changes are sent one after another, and what follows waits for all of them, refused or not', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const send = (name: string) => async () => {
    sent.push(name);
    await new Promise<void>((resolve) => answers.push(resolve));
    if (name === 'refused') throw new Error('refused');
    return name;
  };
  const refusal = sendEarly(send('refused')).catch((error: Error) => error.message);
  const second = sendEarly(send('second'));
  const next = earlyAnswered().then(() => sent.push('next'));
  await expect.poll(() => sent).toEqual(['refused']);
  answers[0]?.();
  await expect.poll(() => sent).toEqual(['refused', 'second']);
  answers[1]?.();
  await next;
  expect([await refusal, await second, ...sent]).toEqual(['refused', 'second', 'refused', 'second', 'next']);
});
