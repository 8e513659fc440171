import { guide } from './guide.js';
import type { OpenApi } from './openapi.js';
import type { Operation } from './operation.js';

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** Text with `code` marked. */
const toHtml = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A readable page without scripts: the guide, then all calls by area, generated from the OpenAPI document. */
export function apiPage(doc: OpenApi): string {
  const sections = guide();
  const links = [...sections, { id: 'calls', title: 'Calls' }].map(({ id, title }) => `<a href="#${id}">${title}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shedworks API</title><meta name="viewport" content="width=device-width">
<style>${STYLE}</style></head>
<body><main><h1>Shedworks API</h1><p>The description for programs is <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav>${links.join(' ')}</nav>
${sections.map(({ id, title, blocks }) => `<section id="${id}"><h2>${title}</h2>${blocks.map(toBlock).join('')}</section>`).join('\n')}
<section id="calls"><h2>Calls</h2>${doc.tags.map((tag) => toArea(doc, tag)).join('\n')}</section></main></body></html>`;
}

const STYLE =
  ':root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:24px}main{max-width:1100px;margin:auto}nav{display:flex;flex-wrap:wrap;gap:4px 16px}nav a{padding:4px 0}section{overflow-x:auto}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:6px 8px;text-align:left;vertical-align:top}pre{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:6px;padding:12px;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}td code{overflow-wrap:anywhere}';

function toBlock(block: ReturnType<typeof guide>[number]['blocks'][number]): string {
  if (typeof block === 'string') return `<p>${toHtml(block)}</p>`;
  if ('code' in block) return `<pre>${escape(block.code)}</pre>`;
  return toTable(block.head, block.rows);
}

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${toHtml(cell)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

function toArea({ paths }: OpenApi, { name, description }: OpenApi['tags'][number]): string {
  const calls = Object.entries(paths)
    .flatMap(([path, operations]) => Object.entries(operations).map(([method, call]) => ({ path, method, call })))
    .filter(({ call }) => call.tags.includes(name))
    .sort((a, b) => a.path.localeCompare(b.path));
  if (calls.length === 0) return '';
  const rows = calls.map(({ path, method, call }) => [
    `\`${method.toUpperCase()} ${path}\``,
    call.summary,
    call.description,
    call.parameters
      .filter((parameter) => parameter.in !== 'header')
      .map(toWord)
      .join(', '),
  ]);
  return `<h3>${name}</h3><p>${toHtml(description)}</p>${toTable(['Call', 'What it does', 'Who may call it', 'Parameters'], rows)}`;
}

const toWord = ({ name }: Operation['parameters'][number]): string => `\`${name}\``;
