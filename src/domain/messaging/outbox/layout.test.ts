import { describe, expect, test } from 'vitest';
import { LINK_PLACE } from './link-place.js';
import { layOutMail, type MailContent, textContent } from './layout.js';

const letterhead = { company: 'Heartland & Sons', product: 'Shedworks', address: 'https://office.example.com' };
const unknown = { ...letterhead, address: null };
const content: MailContent = {
  heading: 'Invoice 40012 has been Denied',
  parts: [
    { kind: 'text', text: 'Ridge Line Barns,' },
    { kind: 'facts', facts: [{ label: 'Reason', value: 'The door is missing\nand the ramp' }] },
    { kind: 'quote', text: 'one\ntwo' },
    {
      kind: 'list',
      title: 'Orders',
      items: [
        { text: 'T-1', path: '/shop/order/form?id=1&a=2' },
        { text: 'T-2', path: null },
      ],
    },
  ],
  action: { label: 'Open the invoice', path: '/shop/invoice/form?id=1', menu: 'Invoices' },
  why: 'You get this email because you asked for it.',
  change: { label: 'Change that', path: '/shop/notifications', menu: 'Notifications' },
};

test('plain text has everything, with the address of each link', () => {
  expect(layOutMail(content, letterhead).text).toBe(
    [
      'Invoice 40012 has been Denied',
      'Ridge Line Barns,',
      'Reason: The door is missing\nand the ramp',
      '> one\n> two',
      'Orders\n- T-1\n  https://office.example.com/shop/order/form?id=1&a=2\n- T-2',
      'Open the invoice: https://office.example.com/shop/invoice/form?id=1',
      '-- \nYou get this email because you asked for it.\nChange that: https://office.example.com/shop/notifications',
    ].join('\n\n'),
  );
});

test("without the dashboard's address, both forms describe the way through the menu and have no link", () => {
  const { text, html } = layOutMail(content, unknown);
  for (const form of [text, html]) {
    expect(form).toContain('Open the invoice in Shedworks under Invoices.');
    expect(form).toContain('Change that in Shedworks under Notifications.');
    expect(form).not.toContain('/shop/');
  }
  expect(html).not.toContain('href');
});

test('HTML has the company, the text, the button and the links', () => {
  const { html } = layOutMail(content, letterhead);
  for (const part of ['Heartland &amp; Sons', 'Ridge Line Barns,', 'The door is missing<br>and the ramp', 'T-2'])
    expect(html).toContain(part);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    'https://office.example.com/shop/order/form?id=1&amp;a=2',
    'https://office.example.com/shop/invoice/form?id=1',
    'https://office.example.com/shop/notifications',
  ]);
});

test('a secret link is a button and an address, and never in the preview of the inbox', () => {
  const { text, html } = layOutMail({ ...content, parts: [{ kind: 'link', label: 'Set your password' }] }, letterhead);
  expect(text).toContain(`\n\n${LINK_PLACE}\n\n`);
  expect(html).toContain(`<a href="${LINK_PLACE}"`);
  const [, preview] = /display:none[^>]*>([^<]*)</.exec(html) ?? [];
  expect(preview).toBe('');
});

describe('text from users stays text', () => {
  const evil = `<img src=x onerror=alert(1)>"'&</td></table><script>`;
  const all: MailContent = {
    heading: evil,
    parts: [
      { kind: 'text', text: evil },
      { kind: 'quote', text: evil },
      { kind: 'facts', facts: [{ label: evil, value: evil }] },
      { kind: 'list', title: evil, items: [{ text: evil, path: `/x?${evil}` }] },
    ],
    action: { label: evil, path: `/x?${evil}`, menu: evil },
    why: evil,
    change: { label: evil, path: `/x?${evil}`, menu: evil },
  };

  test.each([letterhead, unknown])('in every part', (head) => {
    const { html } = layOutMail(all, { ...head, company: evil, product: evil });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9!]+)/g)].map(([, name]) => name));
    const allowedTags = '!doctype html head meta title style body div table tr td a h1 br'.split(' ');
    expect([...tags].filter((name) => !allowedTags.includes(name ?? ''))).toEqual([]);
  });

  test('but its web addresses become links, without the punctuation after them', () => {
    const { html } = layOutMail(
      textContent('Hello', 'See https://a.example/b?c=1&d=2. Or javascript:alert(1)'),
      letterhead,
    );
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(['https://a.example/b?c=1&amp;d=2']);
  });
});
