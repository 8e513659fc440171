import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../file.js';
import { PdfRenderer } from './renderer.js';

const renderer = new PdfRenderer();

/**
 * Renders a document as PDF; the same data yields the same bytes. `template` is a function that `module` (its
 * `import.meta.url`) exports under its own name, because the renderer's thread imports it from there. Throws
 * `pdf-too-large` for a document that takes too long or too much memory, and `cancelled` if `signal` is aborted
 * before it begins.
 */
export async function pdfFile<D>(
  name: string,
  module: string,
  template: (data: D) => TDocumentDefinitions,
  data: D,
  signal?: AbortSignal,
): Promise<FileAnswer> {
  const bytes = await renderer.render({ module, template: template.name, data }, signal);
  return { name, type: 'application/pdf', bytes };
}
