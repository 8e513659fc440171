import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { getSamplePayment, getSampleWorkOrder } from '../../testing/sample-documents.js';
import type { FileAnswer } from '../file.js';
import { paymentPdf } from '../../billing/payments/paper/template.js';
import { metalOrderPdf } from '../../purchasing/metal-orders/metal-order-document.js';
import { workOrderPdf } from '../../orders/reads/work-order-document.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8' });

function toStored(file: FileAnswer): string {
  const name = path.join(folder, `${path.basename(file.name)}.${file.bytes.length}`);
  writeFileSync(name, file.bytes);
  return name;
}
const getText = (file: FileAnswer, ...args: string[]) => run('pdftotext', ['-layout', ...args, toStored(file), '-']);
const getPages = (file: FileAnswer) => Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', [toStored(file)]))?.[1]);

test('a payment is a valid A4 file with embedded fonts that contains its number, date and totals', async () => {
  const file = await paymentPdf(getSamplePayment(3));
  const name = toStored(file);
  expect(file).toMatchObject({ name: '118_payment.pdf', type: 'application/pdf' });
  expect(run('qpdf', ['--check', name])).toContain('No syntax or stream encoding errors');
  expect(run('pdfinfo', [name])).toMatch(/A4/);
  const fonts = run('pdffonts', [name]).trim().split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/Roboto.*\byes yes yes\b/);
  const text = getText(file, '-l', '1');
  for (const expected of [
    '118',
    '11/18/2026',
    'Ridge Line Barns',
    '7 County Road 12',
    '$7,500.00',
    '-$123.45',
    '$7,376.55',
    'T-7000003',
    'Week 47.',
    'Page 1 of 4',
  ]) {
    expect(text).toContain(expected);
  }
});

test('each invoice has its own page', async () => {
  const file = await paymentPdf(getSamplePayment(3));
  expect(getPages(file)).toBe(4);
  const text = getText(file, '-f', '3', '-l', '3');
  for (const expected of ['Invoice', 'T-7000002', '11/13/2026', 'Prairie Sheds Company', '$2,500.00', 'Page 3 of 4'])
    expect(text).toContain(expected);
  expect(text).not.toContain('T-7000001');
});

test('the shop’s version has no retail, company or order totals', async () => {
  const payment = getSamplePayment(2);
  const office = getText(await paymentPdf(payment));
  const shop = getText(
    await paymentPdf({ ...payment, office: null, counts: payment.counts.map((count) => ({ ...count, retail: null })) }),
  );
  for (const secret of ['Company Total', 'Order Total', 'Retail total', 'Company cost', '$6,000.00', '$8,000.00']) {
    expect(office).toContain(secret);
    expect(shop).not.toContain(secret);
  }
  expect(shop).toContain('$5,000.00');
});

test('the same record yields the same bytes, whatever was rendered before', async () => {
  const [payment, order] = [getSamplePayment(5), getSampleWorkOrder()];
  const first = [await paymentPdf(payment), await workOrderPdf(order)];
  const second = [await workOrderPdf(order), await paymentPdf(payment)].reverse();
  for (const n of [0, 1])
    expect(Buffer.compare(first[n]?.bytes ?? Buffer.of(1), second[n]?.bytes ?? Buffer.of(2))).toBe(0);
  const later = await paymentPdf({ ...payment, memo: 'another' });
  expect(Buffer.compare(later.bytes, first[0]?.bytes ?? later.bytes)).not.toBe(0);
});

describe('with any name', () => {
  const word = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessen';
  const hostile = {
    name: `<b>Tom & "Jerry"</b> {{x}} ${word}`,
    streetAddress: word,
    city: word,
    state: 'MO',
    zipCode: '1',
  };
  const sample = getSamplePayment(2);
  const payment = {
    ...sample,
    paymentNumber: '../<i>7</i>',
    memo: word.repeat(4),
    paymentTo: hostile,
    company: hostile,
    invoices: sample.invoices.map((one) => ({
      ...one,
      invoiceNumber: word,
      serialNumber: word,
      building: word,
      billTo: word,
      type: 'Inventory',
    })),
  };

  test('markup is printed as text, and the file name stays valid', async () => {
    const file = await paymentPdf(payment);
    expect(file.name).toBe('i-7-i_payment.pdf');
    const text = getText(file);
    expect(text).toContain('<b>Tom & "Jerry"</b>');
    expect(text).toContain('{{x}}');
    expect(text).toContain('../<i>7</i>');
  });

  test('long words are broken, never cut off: every letter is on the page and within its edges', async () => {
    const file = await paymentPdf(payment);
    const boxes = run('pdftotext', ['-bbox', toStored(file), '-']);
    const edges = [...boxes.matchAll(/xMin="([\d.]+)" .*?xMax="([\d.]+)"/g)].map(
      ([, from, to]) => [Number(from), Number(to)] as const,
    );
    expect(edges.length).toBeGreaterThan(50);
    for (const [from, to] of edges) {
      expect(from).toBeGreaterThan(43);
      expect(to).toBeLessThan(595.28 - 43);
    }
    const letters = [...boxes.matchAll(/<word [^>]*>([^<]*)</g)].map(([, text]) => text).join('');
    expect(letters).toContain(word.repeat(4));
  });
});

describe('a text that is taller than a page', () => {
  const words = Array.from({ length: 900 }, (_, n) => `word${n}`);
  const longText = words.join(' ');
  const missing = (file: FileAnswer): string[] => {
    const text = getText(file);
    return words.filter((word) => !new RegExp(`\\b${word}\\b`).test(text));
  };

  test('is whole in a work order', async () => {
    const order = { ...getSampleWorkOrder(), customAddOns: [{ name: longText, quantity: 1 }] };
    expect(missing(await workOrderPdf(order))).toEqual([]);
  });

  test('is whole in the lists of a payment', async () => {
    const correction = { serialNumber: 'T-1', invoiceNumber: '1', amount: 100, reason: longText };
    expect(missing(await paymentPdf(getSamplePayment(1, { corrections: [correction] })))).toEqual([]);
  });

  test('is whole in a metal order, as an item and as the name of a package', async () => {
    const { company, paper, logo, changedAt } = getSamplePayment(1);
    const about = { vendor: company, vendorEmail: '', terms: '', purchaseOrderNumber: '9', orderedDate: '2026-11-18' };
    const usual = { serialNumber: 'T-1', category: '', roofColor: '', sidingColor: '', trimColor: '' };
    for (const [name, itemName] of [
      ['Package', longText],
      [longText, 'Panel'],
    ] as const) {
      const packages = [{ ...usual, name, items: [{ name: itemName, quantity: 1, unit: 'piece', pack: null }] }];
      const order = { ...{ shop: company, paper, logo, changedAt }, ...about, packages };
      expect(missing(await metalOrderPdf(order))).toEqual([]);
    }
  });
});

describe('names in any script', () => {
  const names = {
    arabic: 'مباني البراري',
    hebrew: 'אסמי הרכס',
    chinese: '王小明建築有限公司',
    japanese: '山田太郎サトウ',
    korean: '김철수 창고',
    emoji: 'Sheds 🏠',
    thai: 'โรงเก็บของทุ่งหญ้า',
    hindi: 'विद्यार्थी शेड',
  };
  const sample = getSamplePayment(8);
  const inScripts = (repeat: number) => ({
    ...sample,
    company: { ...sample.company, name: names.arabic.repeat(repeat) },
    paymentTo: { ...sample.paymentTo, name: names.hebrew.replaceAll(' ', '').repeat(repeat), city: names.korean },
    memo: Object.values(names).join('\n'),
    invoices: sample.invoices.map((one, n) => {
      const name = (Object.values(names)[n] ?? '').repeat(repeat);
      return { ...one, building: name, billTo: name, serialNumber: name.replaceAll(' ', '') };
    }),
  });

  test('use embedded fonts that have their letters, and can be read back', async () => {
    const file = await paymentPdf(inScripts(1));
    const name = toStored(file);
    expect(run('qpdf', ['--check', name])).toContain('No syntax or stream encoding errors');
    const fonts = run('pdffonts', [name]).trim().split('\n').slice(2);
    for (const font of fonts) expect(font).toMatch(/\byes yes yes\b/);
    for (const family of [
      'NotoSansArabic',
      'NotoSansHebrew',
      'ChocolateClassicalSans',
      'GowunDodum',
      'NotoEmoji',
      'NotoSansThai',
      'NotoSansDevanagari',
    ])
      expect(fonts.some((font) => font.includes(family))).toBe(true);
    const text = getText(file).replaceAll(/[\u202a-\u202e\s]/g, '');
    for (const expectedText of [names.chinese, names.japanese, names.korean, 'โรงเก็บ'])
      expect(text).toContain(expectedText.replaceAll(' ', ''));
    for (const phrase of [names.arabic, names.hebrew])
      for (const word of phrase.split(' ')) expect(text).toContain(word);
    expect((await paymentPdf(inScripts(1))).bytes).toEqual(file.bytes);
  });

  test('stay within the edges, however long they are', async () => {
    const boxes = run('pdftotext', ['-bbox', toStored(await paymentPdf(inScripts(12))), '-']);
    const edges = [...boxes.matchAll(/xMin="([\d.-]+)" .*?xMax="([\d.-]+)"/g)].map(([, ...ends]) => ends.map(Number));
    expect(edges.length).toBeGreaterThan(100);
    for (const [from = 0, to = 0] of edges) {
      expect(from).toBeGreaterThan(43);
      expect(to).toBeLessThan(595.28 - 43);
    }
  });
});

test('the letters of a long Arabic word are joined on each of its lines', async () => {
  const file = await paymentPdf({ ...getSamplePayment(1), memo: 'ب'.repeat(400) });
  const boxes = run('pdftotext', ['-bbox', toStored(file), '-']);
  const lines = [...boxes.matchAll(/xMin="([\d.]+)" .*?xMax="([\d.]+)".*?>(ب+)</g)];
  expect(lines.map(([, , , letters]) => letters).join('')).toHaveLength(400);
  expect(lines.length).toBeGreaterThan(1);
  for (const [, from, to, letters = ''] of lines) expect((Number(to) - Number(from)) / letters.length).toBeLessThan(4); // unjoined, they are 8 points wide
});

test('the work order shows sizes, colors, add-ons and notes, but no money', async () => {
  const file = await workOrderPdf(getSampleWorkOrder());
  expect(run('qpdf', ['--check', toStored(file)])).toContain('No syntax or stream encoding errors');
  expect(file.name).toBe('T-7000001_work_order.pdf');
  const text = getText(file);
  for (const expected of [
    'T-7000001',
    '12 × 24 ft',
    'Driftwood',
    'Charcoal',
    'White',
    '3.5',
    'Workbench',
    'Ramp of treated lumber',
    'Ben Carver',
    'Window on the long side',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(expected);
  }
  expect(text).not.toMatch(/\$|\d\.\d\d\b/);
});

test('rendering a payment of 200 invoices does not block the process', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  try {
    const rendering = paymentPdf(getSamplePayment(200));
    const atStart = ticks;
    const file = await rendering;
    expect(ticks - atStart).toBeGreaterThan(10);
    expect(getPages(file)).toBeGreaterThan(200);
  } finally {
    clearInterval(timer);
  }
});

test('a document that cannot be laid out is refused, and the next one is rendered', async () => {
  await expect(paymentPdf({ ...getSamplePayment(1), changedAt: 'never' })).rejects.toThrow('the PDF could not be made');
  expect(getPages(await paymentPdf(getSamplePayment(1)))).toBe(2);
});
