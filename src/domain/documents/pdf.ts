import { Worker } from 'node:worker_threads';
import { fileNamePart, type FileAnswer } from './file.js';
import type { MaterialOrderDocument } from './material-order-document.js';
import type { MetalOrderDocument } from './metal-order-document.js';
import type { PaymentDocument } from './payment-document.js';
import type { RepairInvoiceDocument } from './repair-invoice-document.js';
import type { ReportDocument } from './report-document.js';
import type { WorkOrderDocument } from './work-order-document.js';

interface Documents {
  readonly payment: PaymentDocument;
  readonly workOrder: WorkOrderDocument;
  readonly repairInvoice: RepairInvoiceDocument;
  readonly metalOrder: MetalOrderDocument;
  readonly materialOrder: MaterialOrderDocument;
  readonly report: ReportDocument;
}
type JobOf<K extends keyof Documents> = K extends unknown ? { readonly kind: K; readonly data: Documents[K] } : never;

/** What the renderer is asked for. */
export type Job = JobOf<keyof Documents> & { readonly id: number };
/** What it answers: the bytes, or what went wrong. */
export type Answer = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly error: string });

/** `{paymentNumber}_payment.pdf`: a payment and its invoices; the same payment gives the same bytes. */
export async function paymentPdf(payment: PaymentDocument): Promise<FileAnswer> {
  return pdfFile(
    `${fileNamePart(payment.paymentNumber)}_payment.pdf`,
    await render({ kind: 'payment', data: payment }),
  );
}

/** `{serialNumber}_work_order.pdf`: what the builder of an order needs, without money. */
export async function workOrderPdf(order: WorkOrderDocument): Promise<FileAnswer> {
  return pdfFile(
    `${fileNamePart(order.serialNumber)}_work_order.pdf`,
    await render({ kind: 'workOrder', data: order }),
  );
}

/** `{invoiceNumber}_invoice.pdf`: a repair or driver invoice. */
export async function repairInvoicePdf(invoice: RepairInvoiceDocument): Promise<FileAnswer> {
  return pdfFile(
    `${fileNamePart(invoice.invoiceNumber)}_invoice.pdf`,
    await render({ kind: 'repairInvoice', data: invoice }),
  );
}

/** `{name}.pdf`: a report on A4 pages, with page numbers and the head of its table on each. */
export const reportDocumentPdf = async (name: string, report: ReportDocument): Promise<FileAnswer> =>
  pdfFile(`${fileNamePart(name)}.pdf`, await render({ kind: 'report', data: report }));

/** `{PO}_metal_order.pdf`: a purchase order of metal packages. */
export const metalOrderPdf = async (order: MetalOrderDocument): Promise<FileAnswer> =>
  pdfFile(
    `${fileNamePart(order.purchaseOrderNumber)}_metal_order.pdf`,
    await render({ kind: 'metalOrder', data: order }),
  );

/** `{PO}_material_order.pdf`: a purchase order of material. */
export const materialOrderPdf = async (order: MaterialOrderDocument): Promise<FileAnswer> =>
  pdfFile(
    `${fileNamePart(order.purchaseOrderNumber)}_material_order.pdf`,
    await render({ kind: 'materialOrder', data: order }),
  );

const pdfFile = (name: string, bytes: Uint8Array): FileAnswer => ({ name, type: 'application/pdf', bytes });

const IDLE_MS = 60_000;
const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (reason: Error) => void }>();
let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;

/** Layout takes all of a thread for seconds, so it has one of its own; it keeps a process alive only while it works. */
function render(job: JobOf<keyof Documents>): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    clearTimeout(idle);
    worker ??= startWorker();
    worker.ref();
    waiting.set((lastId += 1), { resolve, reject });
    worker.postMessage({ ...job, id: lastId } satisfies Job);
  });
}

function startWorker(): Worker {
  const started = spawn();
  started.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('bytes' in answer) asked?.resolve(answer.bytes);
    else asked?.reject(new Error(`the PDF could not be made: ${answer.error}`));
    if (waiting.size === 0) rest(started);
  });
  const ended = (reason: Error): void => {
    if (worker !== started) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  started.on('error', ended);
  started.on('exit', (code) => ended(new Error(`the PDF renderer ended with code ${code}`)));
  return started;
}

/** An idle renderer gives its memory back after a while. */
function rest(started: Worker): void {
  started.unref();
  idle = setTimeout(() => {
    if (worker === started) worker = null;
    void started.terminate();
  }, IDLE_MS).unref();
}

/** The built worker, or, where the sources run unbuilt, its source through tsx, which a thread does not inherit. */
function spawn(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./pdf-worker.js', import.meta.url));
  const start = `const [tsx, entry] = require('node:worker_threads').workerData; import(tsx).then(({ register }) => { register(); return import(entry); });`;
  const workerData = [import.meta.resolve('tsx/esm/api'), new URL('./pdf-worker.ts', import.meta.url).href];
  return new Worker(start, { eval: true, execArgv: [], workerData });
}
