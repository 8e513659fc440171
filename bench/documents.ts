import { createRequire } from 'node:module';
import path from 'node:path';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { paymentDocument, paymentPdf } from '../src/domain/billing/payments/paper/template.js';
import {
  repairInvoiceDocument,
  repairInvoicePdf,
  type RepairInvoiceDocument,
} from '../src/domain/billing/repair-invoices/paper/template.js';
import { getSamplePayment } from '../src/domain/testing/sample-documents.js';
import { checkBound, median, report, measureTime } from './lib/measure.js';

const MOST_BLOCKED_MS = 50;

/**
 * The PDF of an invoice, and of a payment with 200 invoices, against pdfmake on the same definition; and how long each
 * blocks the process.
 */
export async function run(): Promise<boolean> {
  setFonts();
  const payment = getSamplePayment(200);
  const invoice = sampleInvoice();
  const one = await compare(
    'PDF of an invoice',
    25,
    () => repairInvoiceDocument(invoice),
    () => repairInvoicePdf(invoice),
  );
  const many = await compare(
    'PDF of a payment of 200 invoices',
    5,
    () => paymentDocument(payment),
    () => paymentPdf(payment),
  );
  return one && many;
}

async function compare(
  what: string,
  times: number,
  define: () => TDocumentDefinitions,
  product: () => Promise<unknown>,
): Promise<boolean> {
  const [limits, products, blocks]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n <= times; n += 1) {
    const bareRun = await measureTime(() => pdfmake.createPdf(define()).getBuffer());
    const { ms, value } = await measureTime(() => longestBlock(product));
    if (n === 0) continue; // the first one starts the thread and reads the fonts
    limits.push(bareRun.ms);
    products.push(ms);
    blocks.push(value);
  }
  const fast = report(what, median(limits), median(products), 1.3);
  const blockedLabel = `${what}: event loop blocked at the longest, median of ${times}`;
  return checkBound(blockedLabel, median(blocks), MOST_BLOCKED_MS, 'ms', true) && fast;
}

/** The longest time in milliseconds that this process was blocked while `work` ran. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const looking = setInterval(look, 1);
  await work();
  look();
  clearInterval(looking);
  return longest;
}

function setFonts(): void {
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json'));
  const font = (cut: string) => path.join(folder, 'fonts', 'Roboto', `Roboto-${cut}.ttf`);
  const [normal, bold, italics, bolditalics] = ['Regular', 'Medium', 'Italic', 'MediumItalic'].map(font) as [
    ...[string, string, string, string],
  ];
  pdfmake.setFonts({ Roboto: { normal, bold, italics, bolditalics } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((file) => file.startsWith(folder));
}

function sampleInvoice(): RepairInvoiceDocument {
  const { company, paymentTo: shop } = getSamplePayment(1);
  const items = ['Door', 'Trim', 'Ramp'].map((name) => ({
    ...{ name, reason: null, quantity: 2, rate: 125_00, amount: 250_00 },
  }));
  return {
    ...{ paper: 'A4', shop, type: 'Repair', invoiceNumber: 'R-118', invoicedDate: '2026-11-18', status: 'Approved' },
    ...{ company, billTo: company.name, changedAt: '2026-11-18T15:00:00.000Z', items, total: 750_00 },
  };
}
