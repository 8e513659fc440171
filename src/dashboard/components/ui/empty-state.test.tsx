import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { ApiError } from '../../lib/server/api.js';
import { Failure } from './empty-state.js';
import { PageBack } from './page-back.js';

const notValid = new ApiError(400, 'invalid-input', 'id: is not a valid ID', [
  { path: 'id', msg: 'is not a valid ID' },
]);

/** What a page with this list says about an error. */
const describe = (error: ApiError, list: string | null) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <PageBack value={list}>
        <Failure error={error} onRetry={() => undefined} />
      </PageBack>
    </Router>,
  );

test('a link that is not valid says so and leads to the list', () => {
  const text = describe(notValid, '/company/messages');
  expect(text).toContain('This link is not valid.');
  expect(text).not.toContain('id:');
  expect(text).toMatch(/href="\/company\/messages"[^>]*>Open the list</);
  expect(text).not.toContain('Retry');
});

test('so does a record that does not exist; other errors offer Retry', () => {
  expect(describe(new ApiError(404, 'not-found', 'Dealer not found'), '/company/dealers')).toMatch(
    /Dealer not found.*Open the list/,
  );
  expect(describe(new ApiError(500, 'unexpected', 'Sorry'), '/company/dealers')).toMatch(/Sorry.*Retry/);
  expect(describe(new ApiError(404, 'not-found', 'Gone'), null)).toMatch(/Gone.*Retry/);
});
