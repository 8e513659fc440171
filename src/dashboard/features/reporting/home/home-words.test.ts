import { describe, expect, test } from 'vitest';
import type { Need } from '../../../../domain/reporting/home/schema.js';
import {
  dayChange,
  type Figures,
  formatCompared,
  pointChange,
  shareChange,
  toCards,
  weeksDrawing,
} from './key-figures.js';
import { toCard } from './needs-words.js';
import { agesDrawing, modelsDrawing, shopsDrawing } from './work-drawings.js';

const need = (kind: Need['kind'], count: number, more: Partial<Need> = {}): Need => ({
  ...{ kind, count, oldestDays: null, causes: [] },
  ...more,
});
const causes = [
  { code: 'shop', orders: 9 },
  { code: 'base-price', orders: 6 },
  { code: 'color', orders: 1 },
];
const SHOP = '0199-shop';

describe('a card of waiting work', () => {
  test.each([
    [need('held-back', 14, { causes }), '14 new orders held back by alerts', 'Fix', '/company/orders/add?alerts=true'],
    [need('ready', 1), '1 new order ready to push', 'Push', '/company/orders/add'],
    [need('approvals', 7, { oldestDays: 4 }), '7 invoices to approve, oldest 4 days', 'Decide', '/company/approvals'],
    [need('approvals', 1, { oldestDays: 0 }), '1 invoice to approve, oldest today', 'Decide', '/company/approvals'],
    [
      need('holds', 2, { oldestDays: 12 }),
      '2 orders on hold over a week, oldest 12 days',
      'View',
      '/company/orders/onhold?sort=statusSince',
    ],
    [
      need('late', 3, {
        causes: [
          { code: 'On Hold', orders: 2 },
          { code: 'Building', orders: 1 },
        ],
      }),
      '3 orders past their delivery day',
      'View',
      '/company/orders/onhold?late=true',
    ],
    [need('messages', 1200), '1,200 unread messages', 'Read', '/company/messages'],
  ])('of the office: %o', (need, words, verb, href) => {
    const card = toCard(need, 'company', '');
    expect(`${card.count} ${card.text}`).toBe(words);
    expect(card).toMatchObject({ verb, href });
  });

  test("links to the shop's screens for a shop", () => {
    expect(toCard(need('low-stock', 5), 'shop', '')).toMatchObject({
      ...{ text: 'items below their order point', verb: 'Order', href: '/shop/purchase/demand' },
    });
    expect(toCard(need('denied', 1, { oldestDays: 1 }), 'shop', '')).toMatchObject({
      ...{ text: 'denied invoice to adjust, oldest 1 day', verb: 'Adjust', href: '/shop/invoices/denied' },
    });
    expect(toCard(need('holds', 1), 'shop', '').href).toBe('/shop/orders/onhold?sort=statusSince');
  });

  test('names the most frequent causes, and links to lists filtered by the chosen shop', () => {
    expect(toCard(need('held-back', 14, { causes }), 'company', '').detail).toBe(
      'Shop not found: 9 · Base price differs: 6 · 1 more',
    );
    expect(toCard(need('approvals', 2), 'company', SHOP).href).toBe(`/company/approvals?shop=${SHOP}`);
    expect(toCard(need('holds', 2), 'company', SHOP).href).toBe(`/company/orders/onhold?sort=statusSince&shop=${SHOP}`);
    const late = need('late', 1, { causes: [{ code: 'InQueue', orders: 1 }] });
    expect(toCard(late, 'company', SHOP)).toMatchObject({
      ...{ text: 'order past its delivery day', detail: 'InQueue: 1' },
      href: `/company/orders/inqueue?late=true&shop=${SHOP}`,
    });
    expect(toCard(need('messages', 2), 'company', SHOP).href).toBe(`/company/messages/shop?id=${SHOP}`);
  });
});

const figure = (now: number | null, before: number | null, weeks: (number | null)[] = []) => ({ now, before, weeks });

describe('a key figure', () => {
  test('changes are whole percents, percentage points of a share, or days, of which fewer are better', () => {
    expect(shareChange(figure(112, 100))).toEqual({ way: 'up', text: '12%', isGood: true });
    expect(shareChange(figure(50, 100))).toEqual({ way: 'down', text: '50%', isGood: false });
    expect(shareChange(figure(100, 100))?.way).toBe('same');
    expect(shareChange(figure(5, 0))).toBeNull();
    expect(pointChange(figure(0.1389, 0.1461))).toEqual({ way: 'down', text: '0.7 points', isGood: false });
    expect(dayChange(figure(14, 16))).toEqual({ way: 'down', text: '2 days', isGood: true });
    expect(dayChange(figure(13.5, 13))).toEqual({ way: 'up', text: '0.5 days', isGood: false });
    expect(dayChange(figure(14, null))).toBeNull();
  });

  const figures: Figures = {
    month: { from: '2026-11-01', to: '2026-11-18' },
    before: { from: '2026-10-01', to: '2026-10-18' },
    weeks: [{ from: '2026-11-12', to: '2026-11-18' }],
    orders: figure(43, 38, [9]),
    revenue: figure(338_412, 313_344, [70_001.5]),
    daysToFinish: figure(16, 18, [13.5]),
  };

  test('names the compared periods and the median; shows gross profit only to users who may see it', () => {
    expect(formatCompared(figures)).toBe('11/01/2026 to 11/18/2026, compared with 10/01/2026 to 10/18/2026');
    expect(toCards(figures).map(({ title, note, value }) => [title, note, value])).toEqual([
      ['Orders this month', 'By order date', '43'],
      ['Revenue', 'Your shop totals', '$338,412.00'],
      ['Order to finish', 'Median of finished orders', '16 days'],
    ]);
    const office = toCards({ ...figures, profitPercent: figure(0.1461, 0.1531), leftOut: 3 });
    expect(office.map(({ title }) => title)).toContain('Company gross profit');
    expect(office[2]).toMatchObject({ value: '14.61%', note: expect.stringMatching(/^3 orders left out/) as string });
  });

  test('has its weeks as numbers', () => {
    const { labels, series } = weeksDrawing({ ...figures, profitPercent: figure(null, null, [0.1415]) });
    expect(labels).toEqual(['11/12/2026 to 11/18/2026']);
    expect(series.map(({ unit, values }) => [unit, values[0]])).toEqual([
      ['count', 9],
      ['money', 70_001.5],
      ['percent', 14.15],
      ['number', 13.5],
    ]);
  });
});

describe('a chart of open work', () => {
  const counts = (InQueue: number, hold = 0) => ({ InQueue, Building: 1, Finished: 0, 'On Hold': hold });

  test('combines the shops with the least work', () => {
    const shops = Array.from({ length: 14 }, (_, n) => ({ shop: { name: `Shop ${n}` }, counts: counts(20 - n) }));
    const { labels, series, stacked } = shopsDrawing(shops);
    expect([labels.length, labels.at(-1), stacked]).toEqual([13, '2 other shops', true]);
    expect(series.map(({ label, values }) => [label, values[0], values.at(-1)])).toEqual([
      ['InQueue', 20, 15],
      ['Building', 1, 2],
      ['Finished', 0, 0],
      ['On Hold', 0, 0],
    ]);
  });

  test('has no points without open orders, and leaves out models without a known cost', () => {
    const nothing = { InQueue: 0, Building: 0, Finished: 0, 'On Hold': 0 };
    expect(agesDrawing([nothing, nothing]).labels).toEqual([]);
    expect(agesDrawing([counts(1), nothing]).labels).toEqual(['Under 1 week', '1 week']);
    const models = modelsDrawing([
      { model: 'Cottage', revenue: 900, profitPercent: 0.1415 },
      { model: 'Cabin', revenue: 500, profitPercent: null },
      { model: 'Credit', revenue: -1, profitPercent: 0.5 },
    ]);
    expect([models.labels, models.series[0]?.values]).toEqual([['Cottage'], [14.15]]);
  });
});
