import type { OpenApi } from './openapi.js';

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A readable page of all calls, generated from the OpenAPI document; without scripts. */
export function apiPage(doc: OpenApi): string {
  const rows = Object.entries(doc.paths)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, o]) =>
          `<tr><td><b>${method.toUpperCase()}</b></td><td><code>${escape(path)}</code></td><td>${escape(o.summary)}</td>` +
          `<td>${escape(o.description)}</td><td>${escape(o.parameters.map((p) => p.name).join(', '))}</td></tr>`,
      ),
    );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shedworks API</title><meta name="viewport" content="width=device-width">
<style>body{font:14px system-ui,sans-serif;margin:24px;color:#0f172a}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #e2e8f0;padding:6px 8px;text-align:left;vertical-align:top}</style></head>
<body><main><h1>Shedworks API</h1><p>Sign in with <code>POST /api/auth</code> and send the token as <code>x-auth-token</code>. The machine-readable form is <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Amounts are in dollars.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Permission</th><th>Parameters</th></tr></thead><tbody>${rows.join('')}</tbody></table></main></body></html>`;
}
