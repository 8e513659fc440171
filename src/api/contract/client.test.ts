import { execFile } from 'node:child_process';
import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limit } from '../../domain/testing/patience.js';
import { useWorld } from '../../domain/testing/world.js';
import { packageFolder } from '../../package.js';
import { useApi } from '../testing/api.js';
import { generateTypes } from '../testing/generated-client.js';
import { examples } from './examples.js';

const run = promisify(execFile);
const world = useWorld();
const api = useApi(world);
/** The example with the generated types, inside the package so that it finds its libraries. */
let folder: string;

const inPackage = (name: string): string => fileURLToPath(new URL(name, packageFolder));

beforeAll(async () => {
  const caches = inPackage('node_modules/.cache');
  await mkdir(caches, { recursive: true });
  folder = await mkdtemp(path.join(caches, 'client-'));
  await cp(inPackage('examples/typescript'), folder, { recursive: true });
  const { json } = await api.call(null, 'GET', '/api/openapi.json');
  await writeFile(path.join(folder, 'shedworks.d.ts'), await generateTypes(json as object));
}, limit(60_000));
afterAll(() => rm(folder, { recursive: true }));

/** Calls that the API would refuse. */
const wrongCalls = [
  `client.POST('/api/invoice')`,
  `client.POST('/api/invoice', { body: {} })`,
  `client.POST('/api/orders', { body: { orders: 7 } })`,
  `client.POST('/api/dealer/import', { body: { shop: 'x', file: 3 } })`,
  `client.GET('/api/orders', { params: { query: { size: 'many' } } })`,
  `client.GET('/api/orders/status/{status}')`,
  `client.GET('/api/nowhere')`,
  `client.PUT('/api/invoice/update/{id}', { params: { path: { id: '' } }, body: { status: 'Shipped' } })`,
];

test(
  'a client generated from the OpenAPI document compiles strictly, and calls that the API would refuse do not',
  async () => {
    const lines = wrongCalls.map((call) => `// @ts-expect-error\nvoid ${call};`);
    const client = `import { connect } from './client.js';\nconst client = connect('', '');\n`;
    await writeFile(path.join(folder, 'wrong.ts'), `${client}${lines.join('\n')}\n`);
    const compiler = inPackage('node_modules/typescript/bin/tsc');
    const output = await run(process.execPath, [compiler, '-p', folder]).catch(
      (error: { readonly stdout: string }) => error,
    );
    expect(output.stdout).toBe('');
  },
  limit(120_000),
);

test(
  'it does the main job, from an uploaded order to its payment, then reads',
  async () => {
    const upload = examples.find(({ title }) => title === 'Send orders exactly once')?.body as { orders: object[] };
    await writeFile(path.join(folder, 'orders.json'), JSON.stringify(upload.orders));
    const { stdout } = await run(process.execPath, ['dist/main-job.js', 'orders.json'], {
      cwd: folder,
      env: {
        ...process.env,
        SHEDWORKS_URL: api.base,
        SHEDWORKS_KEY: await api.token('office.key'),
        SHEDWORKS_SHOP_KEY: await api.token('shop.key'),
      },
    });
    const readCount = async (table: string) => ((await world.db(table).count({ n: '*' }).first()) as { n: number }).n;
    expect(stdout.replace(/from \S+Z$/m, 'from then')).toBe(
      [
        '2 new orders',
        '2 orders pushed to shops',
        'Invoice 50000: New',
        'Invoice 50000: Approved',
        'Payment 1: 4730.79 dollars',
        `${await readCount('invoices')} invoices changed; ask next time from then`,
        `${await readCount('orders')} orders exported`,
        '',
      ].join('\n'),
    );
  },
  limit(120_000),
);

test('the example lists the versions that are tested', async () => {
  const read = async (name: string) =>
    JSON.parse(await readFile(inPackage(name), 'utf8')) as { readonly [part: string]: Record<string, string> };
  const [ownPackage, example] = [await read('package.json'), await read('examples/typescript/package.json')];
  for (const [name, version] of Object.entries({ ...example['dependencies'], ...example['devDependencies'] }))
    if (name !== 'typescript') expect([name, ownPackage['devDependencies']?.[name]]).toEqual([name, version]);
});
