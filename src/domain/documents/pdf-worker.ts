import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { fonts, isFontFile } from './fonts.js';
import { materialOrderDocument } from './material-order-document.js';
import { metalOrderDocument } from './metal-order-document.js';
import { paymentDocument } from './payment-document.js';
import type { Answer, Job } from './pdf.js';
import { repairInvoiceDocument } from './repair-invoice-document.js';
import { reportDocument } from './report-document.js';
import { withScripts } from './scripts.js';
import { drawInVisualOrder, drawOnEvenLines } from './visual-order.js';
import { workOrderDocument } from './work-order-document.js';

pdfmake.setFonts(fonts);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(isFontFile);
drawInVisualOrder();
drawOnEvenLines();

function definitionOf(job: Job) {
  if (job.kind === 'payment') return paymentDocument(job.data);
  if (job.kind === 'report') return reportDocument(job.data);
  if (job.kind === 'materialOrder') return materialOrderDocument(job.data);
  if (job.kind === 'metalOrder') return metalOrderDocument(job.data);
  return job.kind === 'repairInvoice' ? repairInvoiceDocument(job.data) : workOrderDocument(job.data);
}

async function answer(job: Job): Promise<void> {
  try {
    const bytes = new Uint8Array(await pdfmake.createPdf(withScripts(definitionOf(job))).getBuffer());
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
