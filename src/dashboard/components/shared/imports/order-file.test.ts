import { describe, expect, test } from 'vitest';
import { toBody, readOrderFile, type ReadableFile, refusedCsv, refusedJson } from './order-file.js';

const file = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'orders.json');

describe('readOrderFile', () => {
  test('reads an array, or an object with orders, with a byte order mark', async () => {
    expect(await readOrderFile(file('\uFEFF[{"serialNumber":"A"}]'))).toMatchObject({
      rows: [{ serialNumber: 'A' }],
      problem: null,
    });
    expect(await readOrderFile(file('{"orders":[1,2]}'))).toMatchObject({ rows: [1, 2], problem: null });
  });

  test('reports why a file cannot be read', async () => {
    expect((await readOrderFile(file('[\n{'))).problem).toBe(
      'It is not valid JSON: unexpected end at line 2, column 2.',
    );
    expect((await readOrderFile(file('{"order":1}'))).problem).toBe('It does not contain a list of orders.');
    expect((await readOrderFile(file(new Uint8Array([0xff, 0xfe, 0x00])))).problem).toBe(
      'It is not UTF-8 text. Save it as UTF-8 and try again.',
    );
  });
});

test.each(['\uFEFF[{"serialNumber":"Ä"}]', ' {"orders": [{"serialNumber": "Ä"}]}\n'])(
  '%j is sent unchanged',
  async (content) => {
    const readable = (await readOrderFile(file(content))) as ReadableFile;
    const body: unknown = JSON.parse(await toBody(readable, { duplicates: 'keep' }).text());
    const orders: unknown = JSON.parse(content.replace('\uFEFF', ''));
    expect(body).toEqual({ orders, fileName: 'orders.json', duplicates: 'keep' });
  },
);

describe('refused rows', () => {
  const refusedRows = [
    { row: { serialNumber: '=SUM(A1)', basePrice: -5, note: 'a "b", c' }, reason: 'no model' },
    { row: { addOns: [{ name: 'Door' }] }, reason: 'no serial number' },
  ];

  test('hold the original row and the reason, as JSON', () => {
    expect(JSON.parse(refusedJson(refusedRows))).toEqual([
      { serialNumber: '=SUM(A1)', basePrice: -5, note: 'a "b", c', reason: 'no model' },
      { addOns: [{ name: 'Door' }], reason: 'no serial number' },
    ]);
  });

  test('become a table in which nothing is a formula', () => {
    expect(refusedCsv(refusedRows).split('\r\n')).toEqual([
      '\uFEFFreason,serialNumber,basePrice,note,addOns',
      `no model,'=SUM(A1),-5,"a ""b"", c",`,
      'no serial number,,,,"[{""name"":""Door""}]"',
      '',
    ]);
  });

  test('become a table in which nothing is a formula, whatever its column names', () => {
    const row = { '=1+1': ';=1+1', 'a\t@b': 'x\r\n-1', 'say "\n=1"': '\r=1' };
    const file = refusedCsv([{ row, reason: 'a;+1' }]);
    expect(file.split(/[,;\t\r\n]/).filter((cell) => /^\uFEFF?"*[=+\-@]/.test(cell))).toEqual([]);
    expect(file).toContain('"say ""\n\'=1"""');
  });
});
