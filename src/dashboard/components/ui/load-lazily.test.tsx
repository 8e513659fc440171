import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadLazily } from './load-lazily.js';

const Name = ({ name }: { name: string }) => <b>{name}</b>;

test('what stands in for a component is shown until its code is loaded, and the component afterwards', async () => {
  let finish = () => {};
  const Lazy = loadLazily(
    () => new Promise<ComponentType<{ name: string }>>((resolve) => (finish = () => resolve(Name))),
  );
  const draw = () => renderToStaticMarkup(<Lazy meanwhile={<i>Loading</i>} name="Barn" />);
  expect(draw()).toBe('<i>Loading</i>');
  finish();
  await expect.poll(draw).toBe('<b>Barn</b>');
});

test('is loaded once, ahead or when it is shown, and again after a failure', async () => {
  let attempts = 0;
  const Lazy = loadLazily(() => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(Name);
  });
  Lazy.prefetch();
  const draw = () => renderToStaticMarkup(<Lazy name="Barn" />);
  await expect.poll(draw).toBe('<b>Barn</b>');
  Lazy.prefetch();
  draw();
  expect(attempts).toBe(2);
});
