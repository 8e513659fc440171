import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fonts, isFontFile } from './fonts.js';
import type { PdfAnswer, PdfJob } from './renderer.js';
import { withScripts } from './scripts.js';
import { withTallRows } from './tall-rows.js';
import { drawInVisualOrder, drawOnEvenLines } from './visual-order.js';

pdfmake.setFonts(fonts);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(isFontFile);
drawInVisualOrder();
drawOnEvenLines();

type Templates = Readonly<Record<string, (data: unknown) => TDocumentDefinitions>>;

async function getDefinition({ module, template, data }: PdfJob): Promise<TDocumentDefinitions> {
  const layOut = ((await import(module)) as Templates)[template]; // modules of templates export only functions
  if (!layOut) throw new Error(`${module} does not export ${template}`);
  return layOut(data);
}

async function answer(job: PdfJob): Promise<void> {
  try {
    const definition = withScripts(withTallRows(await getDefinition(job)));
    const bytes = new Uint8Array(await pdfmake.createPdf(definition).getBuffer());
    parentPort?.postMessage({ bytes } satisfies PdfAnswer, [bytes.buffer]);
  } catch (reason) {
    const error = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    parentPort?.postMessage({ error } satisfies PdfAnswer);
  }
}

parentPort?.on('message', (job: PdfJob) => void answer(job)); // the renderer sends the next one after the answer
