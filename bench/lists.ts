import http from 'node:http';
import pino from 'pino';
import { startServer } from '../src/api/server.js';
import { addDemoAccounts, demoPassword } from '../src/domain/demo/accounts.js';
import { importOrders } from '../src/domain/orders/import-service.js';
import { pushOrders } from '../src/domain/orders/service.js';
import { feedOf, median, report, timed, withGround } from './ground.js';

const ORDERS = 20_000;
const TIMES = 40;

const limitSql = `
  select json_build_object('total', (select sum(n) from order_totals where status = 'InQueue'), 'items', (
    select json_agg(json_build_object('_id', id, 'serialNumber', serial_number, 'status', status, 'statusSince', status_since, 'type', type, 'dealer', dealer_name,
      'customer', customer, 'model', model_name, 'width', width, 'length', length, 'dateOrdered', date_ordered, 'dateFinished', date_finished, 'metalOrdered', metal_ordered,
      'openAlerts', open_alerts, 'holdReason', hold_reason, 'revision', revision, 'shop', json_build_object('_id', shop_id, 'name', name),
      'grandTotal', json_build_object('shop', grand_total_shop / 100.0, 'company', grand_total_company / 100.0, 'order', grand_total_order / 100.0)))
    from (select o.*, s.name from orders o join shops s on s.id = o.shop_id where o.status = 'InQueue' order by date_ordered desc, o.id desc limit 200 offset OFFSET) t))::text as j`;

/** A page of 200 orders over HTTP, uncompressed, against JSON built by PostgreSQL and passed through; first and last page. */
export async function run(): Promise<boolean> {
  return withGround(async ({ db, url, ctx }) => {
    await importOrders(ctx, { orders: feedOf(ORDERS) });
    await pushOrders(ctx, {});
    await addDemoAccounts(ctx);
    await db.raw('vacuum analyze');
    const logger = pino({ level: 'silent' });
    const server = await startServer({ db, url, secret: 'x'.repeat(40), logger, host: '127.0.0.1', port: 0 });
    const plain = http.createServer((_, response) => {
      void db.raw(limitSql.replace('OFFSET', plainOffset)).then(({ rows }: { rows: { j: string }[] }) => {
        response.setHeader('content-type', 'application/json');
        response.end(rows[0]?.j);
      });
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const bare = `http://127.0.0.1:${(plain.address() as { port: number }).port}/`;
    const token = await signIn(server.address);
    const ask = (address: string) =>
      fetch(address, { headers: { 'x-auth-token': token, 'accept-encoding': 'identity' } }).then((r) => r.text());
    const pages = { first: 1, last: Math.ceil((await countInQueue(db)) / 200) };
    let good = true;
    for (const [which, page] of Object.entries(pages)) {
      plainOffset = String((page - 1) * 200);
      const limits: number[] = [];
      const products: number[] = [];
      for (let n = 0; n < TIMES; n++) {
        limits.push((await timed(() => ask(bare))).ms);
        products.push((await timed(() => ask(`${server.address}/api/orders/status/inqueue?size=200&page=${page}`))).ms);
      }
      good = report(`the ${which} page of 200 of ${ORDERS} orders`, median(limits), median(products), 1.5) && good;
    }
    plain.close();
    await server.stop();
    return good;
  });
}

let plainOffset = '0';

async function countInQueue(db: { raw(sql: string): PromiseLike<unknown> }): Promise<number> {
  const { rows } = (await db.raw(`select sum(n)::int as n from order_totals where status = 'InQueue'`)) as {
    rows: [{ n: number }];
  };
  return rows[0].n;
}

async function signIn(address: string): Promise<string> {
  const body = JSON.stringify({ userName: 'office.admin@demo.test', password: demoPassword });
  const answer = await fetch(`${address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return ((await answer.json()) as { token: string }).token;
}
