import { inflateSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import type { Answer } from './http.js';

/** The readable text of an answer: JSON and text unchanged, a workbook's cells, a PDF's words. */
export async function readText({ headers, bytes, text }: Answer): Promise<string> {
  const type = headers['content-type'] ?? '';
  if (type.includes('spreadsheetml')) return readWorkbookText(bytes);
  if (type.includes('application/pdf')) return readPdfText(bytes);
  return text;
}

async function readWorkbookText(bytes: Buffer): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer); // its types expect an older Buffer
  return JSON.stringify(workbook.worksheets.map((sheet) => sheet.getSheetValues()));
}

/** The words of a PDF, decoded with its fonts' ToUnicode tables, one text operation per line. */
export function readPdfText(bytes: Buffer): string {
  const streams = [...getStreams(bytes)];
  const spellings = streams
    .filter((stream) => stream.includes('beginbfrange') || stream.includes('beginbfchar'))
    .map(readSpelling);
  const drawings = streams
    .filter((stream) => /\bT[jJ]\b/.test(stream))
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\]\s*TJ|(<[0-9a-fA-F]+>)\s*Tj/g)]);
  return spellings
    .map((spelling) => drawings.map((match) => spell(match[1] ?? match[2] ?? '', spelling)).join('\n'))
    .join('\n');
}

function* getStreams(bytes: Buffer): Generator<string> {
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue;
    const start = at + 6 + (bytes[at + 6] === 0x0d ? 2 : 1);
    const raw = bytes.subarray(start, bytes.indexOf('endstream', start));
    try {
      yield inflateSync(raw).toString('latin1');
    } catch {
      yield raw.toString('latin1');
    }
  }
}

const decodeUnicode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** Glyph number → text. */
function readSpelling(table: string): Map<number, string> {
  const glyphTexts = new Map<number, string>();
  for (const [, first = '', , list, start] of table.matchAll(
    /<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*(?:\[([^\]]*)\]|<([0-9a-fA-F]+)>)/g,
  )) {
    const texts =
      list === undefined ? [start ?? ''] : [...list.matchAll(/<([0-9a-fA-F ]*)>/g)].map((match) => match[1] ?? '');
    texts.forEach((hex, n) => glyphTexts.set(parseInt(first, 16) + n, decodeUnicode(hex.replaceAll(' ', ''))));
  }
  return glyphTexts;
}

const spell = (operands: string, spelling: ReadonlyMap<number, string>): string =>
  [...operands.matchAll(/<([0-9a-fA-F]+)>/g)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((glyph) => spelling.get(parseInt(glyph, 16)) ?? '')
    .join('');
