import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { NewUser } from '../../company/users/schema.js';
import { WriteComment } from '../../messaging/messages/schema.js';
import { DealerFields } from '../../company/dealers/schema.js';
import { ChangeInvoice, CreateInvoice } from '../../billing/invoices/schema.js';
import { NewMetalOrder } from '../../purchasing/metal-orders/schema.js';
import { ChangeOrder } from '../../orders/change-schema.js';
import { CreatePayment } from '../../billing/payments/schema.js';
import { isOneLine, isPlain, oneLine, terminalJson, terminalText } from './plain-text.js';
import { ChangeRepair } from '../../billing/repair-invoices/schema.js';
import { ShopFields } from '../../company/shops/schema.js';
import { CreateTicket } from '../../messaging/tickets/schema.js';
import { NewVendor } from '../../purchasing/vendors/schema.js';

const hostile = fc.string({
  unit: fc.constantFrom(
    'a',
    'ä',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\x1b[2J',
    '\x07',
    '\x7f',
    '\x9b31m',
    '\u2028',
    '\u202e',
    '\u2066',
  ),
});
const controlCharacters = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

test('text for a terminal has line ends and tabs, but no other control characters', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(terminalText(text)).not.toMatch(controlCharacters);
      expect(terminalText(text)).not.toMatch(/\r(?!\n)/);
      const json = terminalJson(JSON.stringify({ text }, null, 2));
      expect(json).not.toMatch(controlCharacters);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
  expect(terminalText('a\x1b[31mb\x07\u202ec\x7f\n\td')).toBe('a␛[31mb␇�c␡\n\td');
});

test('oneLine creates one line; multi-line texts may have line ends and tabs', () => {
  fc.assert(fc.property(hostile, (text) => isOneLine(oneLine(text))));
  expect(oneLine('  40012\r\nBcc: x@example.com \x1b[0m\u202e ')).toBe('40012 Bcc: x@example.com [0m');
  expect(['a\nb', 'a\tb', 'a\x1bb', 'a\u2028b', 'a\0b'].filter(isOneLine)).toEqual([]);
  expect(['a\nb\r\n\tc', 'a\u2028b', 'plain'].every(isPlain)).toBe(true);
  expect(['a\x1bb', 'a\x9bb', 'a\0b', 'a\x7fb'].filter(isPlain)).toEqual([]);
});

const refusalPattern = /must (be one line without|not contain) control characters/;
const day = '2026-11-18';
const id = '01a1fb59-e501-7347-a09d-5a8f4806d9ff';

test.each<[string, z.ZodType, (text: string) => object]>([
  ['invoiceNumber', CreateInvoice, (invoiceNumber) => ({ order: id, invoiceNumber })],
  ['invoiceNumber', ChangeRepair, (invoiceNumber) => ({ id, invoiceNumber })],
  ['paymentNumber', CreatePayment, (paymentNumber) => ({ invoices: [id], paymentNumber })],
  [
    'purchaseOrderNumber',
    NewMetalOrder,
    (purchaseOrderNumber) => ({ vendor: id, purchaseOrderNumber, orderedDate: day, metalOrder: [] }),
  ],
  ['serialNumber', CreateTicket, (serialNumber) => ({ description: 'x', priority: 'Low', serialNumber })],
  ['name', NewVendor, (name) => ({ name })],
  ['name', ShopFields, (name) => ({ name })],
  ['name', DealerFields, (name) => ({ name })],
  ['name', NewUser, (name) => ({ name, userName: 'a@example.com', password: 'long enough', role: 'Builder' })],
  ['customer', ChangeOrder, (customer) => ({ id, customer })],
])('%s is a single line, and refuses line ends and control characters', (field, schema, of) => {
  for (const text of ['1\nBcc: x@y', '1\r2', 'a\x1b[2Jb', 'a\x9bb', 'a\0b', 'a\u2028b']) {
    const issues = schema.safeParse(of(text)).error?.issues ?? [];
    expect(issues.filter(({ path, message }) => path[0] === field && refusalPattern.test(message))).toHaveLength(1);
  }
});

test.each<[string, z.ZodType, (text: string) => object]>([
  ['content', WriteComment, (content) => ({ content })],
  ['newMessage', ChangeInvoice, (newMessage) => ({ id, newMessage })],
  ['description', CreateTicket, (description) => ({ description, priority: 'Low' })],
  ['holdReason', ChangeOrder, (holdReason) => ({ id, holdReason })],
  ['address', NewVendor, (address) => ({ name: 'x', address })],
])('%s keeps its lines, and refuses other control characters', (field, schema, of) => {
  expect(schema.parse(of('a\r\n\tb'))).toMatchObject({ [field]: 'a\r\n\tb' });
  for (const text of ['a\x1b[2Jb', 'a\x9bb', 'a\0b'])
    expect(schema.safeParse(of(text)).error?.issues[0]?.message).toMatch(refusalPattern);
});
