import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { materialOrderDocument } from './material-order-document.js';
import { metalOrderDocument } from './metal-order-document.js';
import { paymentDocument } from './payment-document.js';
import type { Answer, Job } from './pdf.js';
import { repairInvoiceDocument } from './repair-invoice-document.js';
import { reportDocument } from './report-document.js';
import { workOrderDocument } from './work-order-document.js';

const fonts = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
  'Roboto',
);
const font = (cut: string): string => path.join(fonts, `Roboto-${cut}.ttf`);

pdfmake.setFonts({
  Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => path.resolve(file).startsWith(fonts + path.sep));

function definitionOf(job: Job) {
  if (job.kind === 'payment') return paymentDocument(job.data);
  if (job.kind === 'report') return reportDocument(job.data);
  if (job.kind === 'materialOrder') return materialOrderDocument(job.data);
  if (job.kind === 'metalOrder') return metalOrderDocument(job.data);
  return job.kind === 'repairInvoice' ? repairInvoiceDocument(job.data) : workOrderDocument(job.data);
}

async function answer(job: Job): Promise<void> {
  try {
    const bytes = new Uint8Array(await pdfmake.createPdf(definitionOf(job)).getBuffer());
    parentPort?.postMessage({ id: job.id, bytes } satisfies Answer, [bytes.buffer]);
  } catch (reason) {
    const error = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    parentPort?.postMessage({ id: job.id, error } satisfies Answer);
  }
}

let last = Promise.resolve();
parentPort?.on('message', (job: Job) => {
  last = last.then(() => answer(job)); // one document in memory at a time
});
