import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorBoundary } from './error-boundary.js';

/** The text shown after this error. */
function describe(error: unknown): string {
  const boundary = new ErrorBoundary({ resetKey: '', children: null });
  boundary.state = ErrorBoundary.getDerivedStateFromError(error);
  return renderToStaticMarkup(boundary.render()).replace(/<[^>]*>/g, ' ');
}

test("an error is shown as plain sentences, without the engine's message", () => {
  const text = describe(new RangeError('The number NaN cannot be converted to a BigInt'));
  expect(text).toContain('Something went wrong on this page');
  expect(text).toContain('Your saved work is safe.');
  expect(text).not.toMatch(/NaN|BigInt/);
});
