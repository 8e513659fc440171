import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, requireOk, warmUp, withServer, type Person } from './lib/client.js';
import { type Ground, runOnData } from './lib/ground.js';
import { compare } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const TIMES = { small: 25, full: 11 } as const; // a deep page of the limit takes seconds
const SIZE = 200;

/** Pages of 200 orders and 200 invoices over HTTP, uncompressed, against JSON built by PostgreSQL and passed through. */
export async function run(): Promise<boolean> {
  return runOnData('orders', (ground) =>
    withServer(ground, async (signIn) => {
      const office = await signIn('office.admin');
      const passedThrough = await PassedThrough.start(ground);
      let met = true;
      for (const list of lists) met = (await pages(list, office, passedThrough)) && met;
      passedThrough.stop();
      return met;
    }),
  );
}

interface List {
  readonly name: string;
  readonly path: string;
  readonly sql: (offset: number) => string;
}

/** First, middle and last page of a list. */
async function pages({ name, path, sql }: List, office: Person, passedThrough: PassedThrough): Promise<boolean> {
  const { total } = JSON.parse(await office.get(`${path}?size=1`)) as { total: number };
  const last = Math.ceil(total / SIZE);
  let met = true;
  for (const [which, page] of Object.entries({ first: 1, last })) {
    const product = () => office.get(`${path}?size=${SIZE}&page=${page}`);
    const limit = () => passedThrough.get(sql((page - 1) * SIZE));
    await warmUp(office, `${path}?size=${SIZE}&page=${page}`);
    const counts = [await limit(), await product()].map(
      (text) => (JSON.parse(text) as { items: unknown[] }).items.length,
    );
    if (counts[0] !== counts[1]) throw new Error(`${name}: ${counts.join(' and ')} rows`);
    const what = `the ${which} page of ${SIZE} of ${total} ${name}, of ${readScale().scale.orders} orders in all`;
    met = (await compare(what, 1.5, TIMES[readScale().name], { limit, product })) && met;
  }
  return met;
}

const lists: readonly List[] = [
  {
    name: 'orders in the queue',
    path: '/api/orders/status/inqueue',
    sql: (offset) => `
      select json_build_object('total', (select sum(n) from order_totals where status = 'InQueue'), 'items', (
        select json_agg(json_build_object('_id', id, 'serialNumber', serial_number, 'status', status, 'statusSince', status_since, 'type', type, 'dealer', dealer_name,
          'customer', customer, 'model', model_name, 'width', width, 'length', length, 'dateOrdered', date_ordered, 'dateFinished', date_finished, 'metalOrdered', metal_ordered,
          'openAlerts', open_alerts, 'holdReason', hold_reason, 'revision', revision, 'shop', json_build_object('_id', shop_id, 'name', name),
          'grandTotal', json_build_object('shop', grand_total_shop / 100.0, 'company', grand_total_company / 100.0, 'order', grand_total_order / 100.0)))
        from (select o.*, s.name from orders o join shops s on s.id = o.shop_id where o.status = 'InQueue'
               order by date_ordered desc, o.id desc limit ${SIZE} offset ${offset}) t))::text as j`,
  },
  {
    name: 'paid invoices',
    path: '/api/invoice/status/Paid',
    sql: (offset) => `
      select json_build_object('totals', (select json_build_object('total', sum(n), 'shop', sum(shop_total), 'company', sum(company_total), 'order', sum(order_total))
          from invoice_totals where status = 'Paid'),
        'items', (select json_agg(json_build_object('_id', id, 'invoiceNumber', invoice_number, 'invoicedDate', invoiced_date, 'status', status, 'revision', revision,
          'shop', json_build_object('_id', shop_id, 'name', name),
          'order', json_build_object('_id', order_id, 'serialNumber', serial_number, 'type', type, 'grandTotal',
            json_build_object('shop', shop_total / 100.0, 'company', company_total / 100.0, 'order', order_total / 100.0))))
        from (select i.*, s.name, o.type from invoices i join shops s on s.id = i.shop_id join orders o on o.id = i.order_id
               where i.status = 'Paid' and i.deleted_at is null order by i.invoiced_date desc, i.id desc limit ${SIZE} offset ${offset}) t))::text as j`,
  },
];

/** A bare server that forwards the result of a statement. */
class PassedThrough {
  private sql = '';
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  private readonly server: http.Server;

  private constructor({ db }: Ground) {
    this.server = http.createServer((_, response) => {
      void db.raw(this.sql).then(({ rows }: { rows: { j: string }[] }) => {
        response.setHeader('content-type', 'application/json');
        response.end(rows[0]?.j);
      });
    });
  }

  static async start(ground: Ground): Promise<PassedThrough> {
    const passedThrough = new PassedThrough(ground);
    await new Promise<void>((resolve) => passedThrough.server.listen(0, '127.0.0.1', resolve));
    return passedThrough;
  }

  async get(sql: string): Promise<string> {
    this.sql = sql;
    const { port } = this.server.address() as AddressInfo;
    return requireOk(await ask(this.agent, port, {})('GET', '/'));
  }

  stop(): void {
    this.agent.destroy();
    this.server.close();
  }
}
