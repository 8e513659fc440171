import { readFile } from 'node:fs/promises';
import { readAnswer, asText, connect, toForm, type Shedworks } from './client.js';

/** The main job: an order from its upload to its payment, as the office and as the shop that builds the shed. */
async function runMainJob(office: Shedworks, shop: Shedworks, orders: Blob): Promise<void> {
  const uploaded = await readAnswer(
    office.POST('/api/orders', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { file: asText(orders), duplicates: 'skip' },
      bodySerializer: toForm,
    }),
  );
  console.log(`${uploaded.counts.new} new orders`);

  const { items } = await readAnswer(
    office.GET('/api/orders/status/{status}', {
      params: { path: { status: 'New' }, query: { sort: 'serialNumber', size: 100 } },
    }),
  );
  const numbers = new Set(uploaded.rows.map(({ serialNumber }) => serialNumber));
  const ids = items.filter(({ serialNumber }) => numbers.has(serialNumber)).map(({ _id }) => _id);
  const [order] = ids;
  if (order === undefined) throw new Error('The uploaded order is not listed.');
  await readAnswer(office.POST('/api/orders/alerts/accept', { body: { ids } }));
  const { pushed } = await readAnswer(office.PUT('/api/orders/updatenew'));
  console.log(`${pushed} orders pushed to shops`);

  const params = { path: { id: order } };
  for (const status of ['Building', 'Finished'] as const)
    await readAnswer(shop.PUT('/api/orders/update/{id}', { params, body: { status } }));

  const { invoice } = await readAnswer(shop.POST('/api/invoice', { body: { order } }));
  console.log(`Invoice ${invoice.invoiceNumber}: ${invoice.status}`);
  const approved = await readAnswer(
    office.PUT('/api/invoice/update/{id}', {
      params: { path: { id: invoice._id } },
      body: { status: 'Approved', revision: invoice.revision },
    }),
  );
  console.log(`Invoice ${approved.invoice.invoiceNumber}: ${approved.invoice.status}`);

  const { payment } = await readAnswer(office.POST('/api/payment', { body: { invoices: [invoice._id] } }));
  console.log(`Payment ${payment.paymentNumber}: ${payment.shopsPaymentTotal.toFixed(2)} dollars`);
}

/** Orders changed since an instant, page by page, and the instant to start from next time. */
async function readInvoices(office: Shedworks, updatedSince: string): Promise<void> {
  const numbers: string[] = [];
  let nextSince = updatedSince;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { updatedSince, sort: 'updatedAt' as const, size: 2, ...(cursor === undefined ? {} : { cursor }) };
    const page = await readAnswer(office.GET('/api/invoice', { params: { query } }));
    numbers.push(...page.items.map(({ invoiceNumber }) => invoiceNumber));
    nextSince = page.nextSince ?? nextSince;
    cursor = page.nextCursor ?? null;
  }
  console.log(`${numbers.length} invoices changed; ask next time from ${nextSince}`);
}

/** Reads all orders, one line of JSON each, as they arrive. The last line says that the export is complete. */
async function exportOrders(office: Shedworks): Promise<void> {
  const bytes = await readAnswer(office.GET('/api/exports/orders.ndjson', { parseAs: 'stream' }));
  if (!bytes) throw new Error('There is no export.');
  let rows = 0;
  let rest = '';
  for await (const text of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { end } = JSON.parse(line) as { end?: { rows: number } };
      if (end?.rows === rows) return console.log(`${rows} orders exported`);
      rows += 1;
    }
  }
  throw new Error('The export is not whole: ask again.');
}

const { SHEDWORKS_URL = '', SHEDWORKS_KEY = '', SHEDWORKS_SHOP_KEY = '' } = process.env;
const office = connect(SHEDWORKS_URL, SHEDWORKS_KEY);
const orders = new Blob([await readFile(process.argv[2] ?? 'orders.json')], { type: 'application/json' });
await runMainJob(office, connect(SHEDWORKS_URL, SHEDWORKS_SHOP_KEY), orders);
await readInvoices(office, '1970-01-01T00:00:00Z');
await exportOrders(office);
