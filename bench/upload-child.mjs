// The browser's part of an upload, in its own process: the server's answers to others meanwhile are measured from outside.
import { readFile } from 'node:fs/promises';

const [, , address, token, file] = process.argv;
const EVERY_MS = 10;
const body = await readFile(file);
const steps = [];
for (const [what, url] of Object.entries({ preview: '/api/orders?preview=true', upload: '/api/orders' })) {
  const waits = [];
  const asked = [];
  const ask = async () => {
    const start = performance.now();
    await fetch(`${address}/healthz`).then((answer) => answer.text());
    waits.push(performance.now() - start);
  };
  const asking = setInterval(() => asked.push(ask()), EVERY_MS);
  const start = performance.now();
  const headers = { 'content-type': 'application/json', 'x-auth-token': token, 'idempotency-key': crypto.randomUUID() };
  const answer = await fetch(address + url, { method: 'POST', headers, body });
  const { counts, msg } = await answer.json();
  const ms = performance.now() - start;
  clearInterval(asking);
  await Promise.all(asked);
  waits.sort((a, b) => a - b);
  const at = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))];
  steps.push({ what, ms, taken: counts?.new ?? msg, p50: at(0.5), p99: at(0.99), most: at(1) });
}
process.stdout.write(JSON.stringify(steps));
