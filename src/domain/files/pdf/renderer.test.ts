import { describe, expect, test } from 'vitest';
import { PdfRenderer } from './renderer.js';

const module = new URL('testing/costly-templates.ts', import.meta.url).href;
const short = { module, template: 'shortDocument', data: 'Hello' };
const endless = { module, template: 'endlessDocument', data: null };
const none = () => new AbortController().signal;

describe('a document that exceeds its limits is refused, and the next one is made', () => {
  test('of time', async () => {
    const limit = new AbortController();
    const limits = [limit.signal];
    const renderer = new PdfRenderer(() => limits.shift() ?? none());
    const refusal = expect(renderer.render(endless)).rejects.toMatchObject({
      code: 'pdf-too-large',
      kind: 'unprocessable',
    });
    const next = renderer.render(short);
    limit.abort();
    await refusal;
    expect((await next).length).toBeGreaterThan(0);
  });

  test('of memory', async () => {
    const renderer = new PdfRenderer(none, 256);
    const refusal = expect(renderer.render({ module, template: 'hugeDocument', data: null })).rejects.toMatchObject({
      code: 'pdf-too-large',
    });
    const next = renderer.render(short);
    await refusal;
    expect((await next).length).toBeGreaterThan(0);
  });
});

test('a document is not begun once its caller has left', async () => {
  const [limit, caller] = [new AbortController(), new AbortController()];
  const limits = [limit.signal];
  const renderer = new PdfRenderer(() => limits.shift() ?? none());
  const before = renderer.render(endless).catch(() => undefined);
  const left = renderer.render(endless, caller.signal);
  const next = renderer.render(short);
  caller.abort();
  await expect(left).rejects.toMatchObject({ code: 'cancelled' });
  limit.abort();
  await before;
  expect((await next).length).toBeGreaterThan(0);
});
