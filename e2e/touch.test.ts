import { beforeAll, expect, test } from 'vitest';
import { open } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
const sizes = { phone: { width: 390, height: 844 }, tablet: { width: 820, height: 1180 } } as const;
let order: string;

beforeAll(async () => {
  const call = await demo.callAs('builder@demo.test');
  const { items } = (await call<{ items: { _id: string }[] }>('GET', '/api/orders?status=Building')).body;
  order = items[0]?._id ?? '';
});

/** Runs in a page: the controls that a finger may miss, because less than 44 pixels of height, with borders, reach them. */
async function listSmallTargets(): Promise<string[]> {
  const small = new Set<string>();
  const controls = 'a[href], button, input, select, textarea, summary, [role="tab"]';
  const scope = document.querySelector('dialog[open]') ?? document.body;
  for (const control of scope.querySelectorAll<HTMLElement>(controls)) {
    const isRowOpener = control.innerText.startsWith('Preview '); // its whole row does the same
    if (!control.checkVisibility() || isRowOpener || control.closest('.sr-only') || control.matches('[class*="skip"]'))
      continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const target = control.closest('label') ?? control;
    const { left, top, width, height } = control.getBoundingClientRect();
    const isHit = (by: number) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2 + by);
      return hit !== null && target.contains(hit);
    };
    if (!isHit(0) || (isHit(-20) && isHit(20))) continue; // one that is covered belongs to another part
    small.add(
      `${control.tagName.toLowerCase()} ${control.innerText || control.getAttribute('aria-label') || control.id}`.trim(),
    );
  }
  return [...small];
}

const screens = [
  '/shop/home',
  ...['inqueue', 'building', 'onhold', 'finished', 'board'].map((list) => `/shop/orders/${list}`),
  '/shop/order/form',
  '/shop/items/category/all',
  '/shop/messages',
  '/shop/announcements',
];

test.each(['phone', 'tablet'] as const)('every control of a builder on a %s is as high as a finger', async (size) => {
  const page = await demo.openAs('builder@demo.test', '/', { viewport: sizes[size], hasTouch: true, isMobile: true });
  const small: Record<string, string[]> = {};
  for (const path of screens) {
    await open(page, path === '/shop/order/form' ? `${path}?id=${order}` : path);
    const found = await page.evaluate(listSmallTargets);
    if (found.length > 0) small[path] = found;
  }
  expect(small).toEqual({});
  await page.context().close();
});
