// The browser's part of an upload, in a separate process, which also measures how long other users wait meanwhile.
import { readFile } from 'node:fs/promises';

const [, , address, token, file] = process.argv;
const EVERY_MS = 10;
const body = await readFile(file);
const steps = [];
for (const [what, url] of Object.entries({ preview: '/api/orders?preview=true', upload: '/api/orders' })) {
  const waits = [];
  const requests = [];
  const measure = async () => {
    const start = performance.now();
    await fetch(`${address}/healthz`).then((answer) => answer.text());
    waits.push(performance.now() - start);
  };
  const timer = setInterval(() => requests.push(measure()), EVERY_MS);
  const start = performance.now();
  const headers = { 'content-type': 'application/json', 'x-auth-token': token, 'idempotency-key': crypto.randomUUID() };
  const answer = await fetch(address + url, { method: 'POST', headers, body });
  const { counts, msg } = await answer.json();
  const ms = performance.now() - start;
  clearInterval(timer);
  await Promise.all(requests);
  waits.sort((a, b) => a - b);
  const at = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))];
  steps.push({ what, ms, orderCount: counts?.new ?? msg, p50: at(0.5), p99: at(0.99), most: at(1) });
}
process.stdout.write(JSON.stringify(steps));
