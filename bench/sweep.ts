import http from 'node:http';
import type { Knex } from 'knex';
import { openApi } from '../src/api/contract/openapi.js';
import { routeLists } from '../src/api/routes.js';
import { ask, withServer } from './lib/client.js';
import { runOnData } from './lib/ground.js';
import { checkBound, note, measureTime } from './lib/measure.js';

/** How long a person may wait for a screen, in milliseconds. */
const MOST_MS = 300;
/** How many of the slowest calls are printed. */
const SLOWEST = 15;
/** Shorter times are not compared: between neighboring sizes they differ by chance. */
const SHORT_MS = 40;
/** Twice the rows may take this many times as long. */
const JUMP = 4;
const SIZES = [50, 100, 200, 400] as const;
/** Search words of one and two letters: frequent, rare, and without results. */
const SEARCHES = ['a', '7', '10', 'zq'] as const;

/**
 * Makes every GET of the OpenAPI document that a screen makes, with each sort, status and kind, with short searches,
 * and on far pages. Prints the slowest. Fails if one takes longer than a person should wait, or if twice the rows take
 * four times as long. A slow call is repeated twice, and its fastest answer counts.
 */
export async function run(): Promise<boolean> {
  return runOnData('orders', (ground) =>
    withServer(ground, async (signIn, address) => {
      const { token } = await signIn('office.admin');
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const get = ask(agent, Number(new URL(address).port), { 'x-auth-token': token });
      try {
        return await sweep(await findIds(ground.db), (path) => get('GET', path));
      } finally {
        agent.destroy();
      }
    }),
  );
}

type GetPage = (path: string) => Promise<{ readonly status: number; readonly text: string }>;

async function sweep(ids: Ids, get: GetPage): Promise<boolean> {
  const calls: { readonly path: string; readonly ms: number }[] = [];
  const refusals: string[] = [];
  const measure = async (path: string): Promise<string | undefined> => {
    const { ms: once, value } = await measureTime(() => get(path));
    let ms = once;
    if (value.status !== 200) return void refusals.push(`${value.status} ${path}`);
    for (let again = 0; again < 2 && ms > MOST_MS; again += 1)
      ms = Math.min(ms, (await measureTime(() => get(path))).ms);
    calls.push({ path, ms });
    if (ms > MOST_MS) console.log(`    ${Math.round(ms)} ms GET ${path}`);
    return value.text;
  };
  for (const { path, sorts, filters, isSearched } of screens(ids)) {
    const sizedPath = path.includes('?') ? `${path}&` : `${path}?`;
    const first = await measure(path);
    for (const filter of filters) await measure(`${sizedPath}${filter}`);
    for (const sort of sorts) {
      await measure(`${sizedPath}sort=${sort}`);
      for (const page of farPages(first)) await measure(`${sizedPath}sort=${sort}&page=${page}`);
    }
    if (isSearched) for (const text of SEARCHES) await measure(`${sizedPath}search=${text}`);
  }
  console.log(`  ${calls.length} calls answered, ${refusals.length} refused`);
  for (const refusal of refusals) console.log(`    ${refusal}`);
  const slowest = calls.sort((a, b) => b.ms - a.ms);
  const slow = slowest.filter(({ ms }) => ms > MOST_MS);
  for (const { path, ms } of slowest.slice(0, SLOWEST)) note(`GET ${toLabel(path)}`, ms);
  const isQuick = checkBound(`calls of ${calls.length} that take more than ${MOST_MS} ms`, slow.length, 0, 'calls');
  return (await growsEvenly(ids, get)) && isQuick;
}

/** Whether the time of every list grows about in proportion to its rows. */
async function growsEvenly(ids: Ids, get: GetPage): Promise<boolean> {
  let met = true;
  for (const { path, isPaged } of screens(ids)) {
    if (!isPaged) continue;
    let before = Infinity;
    for (const size of SIZES) {
      const times: number[] = [];
      for (let n = 0; n < 3; n += 1)
        times.push((await measureTime(() => get(`${path}${path.includes('?') ? '&' : '?'}size=${size}`))).ms);
      const ms = Math.min(...times);
      if (ms > Math.max(SHORT_MS, before * JUMP)) {
        checkBound(`GET ${toLabel(path)} with ${size} rows, against half as many`, ms / before, JUMP, 'times');
        met = false;
      }
      before = Math.max(ms, 1);
    }
  }
  return met;
}

/** The numbers of a middle page and of the last one, from the first answer of a list. */
function farPages(first: string | undefined): number[] {
  const { total = 0, items = [] } = JSON.parse(first ?? '{}') as { total?: number; items?: unknown[] };
  const pages = items.length === 0 ? 1 : Math.ceil(total / items.length);
  return pages > 2 ? [Math.ceil(pages / 2), pages] : [];
}

/** A call as it is printed, with IDs and searches shortened to one length. */
const toLabel = (path: string): string => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

interface Screen {
  readonly path: string;
  readonly sorts: readonly string[];
  /** Query parameters with one of the values they accept. */
  readonly filters: readonly string[];
  readonly isSearched: boolean;
  readonly isPaged: boolean;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly enum?: readonly string[] };
}

/** The sorts of lists whose schema does not name them. */
const unnamedSorts: Readonly<Record<string, readonly string[]>> = {
  '/api/orders':
    'serialNumber dateOrdered shop dealer customer status model grandTotal statusSince deliveryScheduled'.split(' '),
  '/api/payment': 'paymentNumber paymentDate shop amount invoiceCount'.split(' '),
};
/** Sorts that only programs use. */
const noColumn = /^-?updatedAt$/;
/** Lists that screens only search, because no screen shows orders or invoices of every status. */
const searchedOnly: ReadonlySet<string> = new Set(['/api/orders', '/api/invoice']);
/** Not screens: files, streams, and calls that reach other systems. */
const noScreen = /export|pdf|work-order|\/events|openapi|\/test$|\/refused$|\/logo\//;

/** The calls of the document, with the IDs, statuses and kinds that their paths need. */
function* screens(ids: Ids): Generator<Screen> {
  const { paths } = openApi(routeLists) as unknown as { paths: Record<string, { get?: { parameters?: Parameter[] } }> };
  for (const [url, { get }] of Object.entries(paths)) {
    if (!get || noScreen.test(url)) continue;
    const parameters = get.parameters ?? [];
    const inQuery = parameters.filter((one) => one.in === 'query');
    const sort = inQuery.find(({ name }) => name === 'sort');
    for (const path of fillPath(url, parameters, ids))
      yield {
        path,
        sorts: sort && !searchedOnly.has(url) ? listSorts(url, sort.schema?.enum) : [],
        filters: inQuery.flatMap(({ name, schema }) =>
          name === 'sort' || name === 'format' ? [] : (schema?.enum ?? []).map((value) => `${name}=${value}`),
        ),
        isSearched: inQuery.some(({ name }) => name === 'search'),
        isPaged: inQuery.some(({ name }) => name === 'size'),
      };
  }
}

/** The sorts of a list's columns, by its schema or, if that does not name them, by the table above. */
const listSorts = (url: string, named: readonly string[] | undefined): readonly string[] =>
  (named ?? (unnamedSorts[url.replace(/\/status\/.*/, '')] ?? []).flatMap((column) => [column, `-${column}`])).filter(
    (sort) => !noColumn.test(sort),
  );

/** A path once for each value that its parameters accept, with its required query. */
function fillPath(url: string, parameters: readonly Parameter[], ids: Ids): string[] {
  let paths = [url];
  for (const { name, schema } of parameters.filter((one) => one.in === 'path')) {
    const values = schema?.enum ?? readValues(url, name, ids);
    paths = paths.flatMap((path) => values.map((value) => path.replace(`{${name}}`, value)));
  }
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${ids.shops}`);
  if (url === '/api/search') return SEARCHES.map((text) => `${url}?text=${text}`);
  return query.length > 0 ? paths.map((path) => `${path}?${query.join('&')}`) : paths;
}

const orderStatuses = ['New', 'InQueue', 'Building', 'Finished', 'On Hold', 'Invoiced', 'Canceled'].map(
  encodeURIComponent,
);

/** Values for a path parameter: those of an existing record, or a short text. */
function readValues(url: string, name: string, ids: Ids): readonly string[] {
  if (name === 'status') return orderStatuses;
  if (name === 'serialNumber' || name === 'number') return SEARCHES;
  const of = owners.find(([beginning, parameter]) => url.startsWith(beginning) && (parameter ?? 'id') === name);
  return [of ? (ids[of[2]] ?? ids.shops) : ids.shops];
}

type Ids = Readonly<Record<string, string>> & { readonly shops: string };

/**
 * The table whose ID a path parameter holds; `id` unless another parameter is named. Parameters not listed hold IDs of
 * shops.
 */
const owners: readonly (readonly [beginning: string, parameter: string | undefined, table: string])[] = [
  ['/api/invoice/draft', 'orderId', 'finished'],
  ['/api/invoice', undefined, 'invoices'],
  ['/api/payment', undefined, 'payments'],
  ['/api/repairinvoice', undefined, 'repair_invoices'],
  ['/api/orders', undefined, 'orders'],
  ['/api/history', undefined, 'orders'],
  ['/api/users', undefined, 'users'],
  ['/api/dealer', undefined, 'dealers'],
  ['/api/item/one', undefined, 'items'],
  ['/api/item/', 'categoryId', 'item_categories'],
  ['/api/item/', 'shopId', 'shops'],
  ['/api/stock/', 'item', 'items'],
  ['/api/component/{category}', 'category', 'component_categories'],
  ['/api/component/{category}', 'shedCategory', 'shed_categories'],
  ['/api/component/{id}', undefined, 'components'],
  ['/api/addonlabor/one', undefined, 'add_ons'],
  ['/api/addonlabor/{id}', undefined, 'add_on_categories'],
  ['/api/addonlabor/shop', undefined, 'add_on_categories'],
  ['/api/addon/one', undefined, 'add_ons'],
  ['/api/addon/steeper', undefined, 'shed_categories'],
  ['/api/addon/shedcategory', undefined, 'shed_categories'],
  ['/api/addon/parent-category', undefined, 'add_on_parent_categories'],
  ['/api/addon', undefined, 'add_on_categories'],
  ['/api/shedlabor/model', undefined, 'shed_models'],
  ['/api/shedlabor', undefined, 'sheds'],
  ['/api/shed/category', undefined, 'shed_categories'],
  ['/api/shed/model/one', undefined, 'shed_models'],
  ['/api/shed/model', undefined, 'shed_categories'],
  ['/api/shed/{category}', 'category', 'shed_categories'],
  ['/api/shed/{category}', 'model', 'shed_models'],
  ['/api/shed/pricechange', undefined, 'shed_models'],
  ['/api/shed', undefined, 'sheds'],
  ['/api/calculator', 'model', 'shed_models'],
  ['/api/haulbase/model', 'modelId', 'shed_models'],
];

/** The newest record of each table. */
async function findIds(db: Knex): Promise<Ids> {
  const ids: Record<string, string> = {};
  for (const table of new Set(owners.map(([, , of]) => of))) {
    if (!(await db.schema.hasTable(table))) continue;
    const newest = (await db(table).orderBy('id', 'desc').first('id')) as { id: string } | undefined;
    if (newest) ids[table] = newest.id;
  }
  const finishedOrder = (await db('orders').where({ status: 'Finished' }).first('id')) as { id: string };
  return { ...ids, finished: finishedOrder.id, shops: ids['shops'] ?? '' };
}
