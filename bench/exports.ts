import { execFile } from 'node:child_process';
import os from 'node:os';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { to as copyTo } from 'pg-copy-streams';
import type { Knex } from 'knex';
import { startExport, selectRows } from '../src/domain/imports/data-exports/stream.js';
import { exportFormats, exportSets, type ExportName } from '../src/domain/imports/data-exports/sets.js';
import { getClient } from '../src/domain/kernel/database/copy-rows.js';
import type { ActorCtx } from '../src/domain/kernel/context.js';
import { withServer } from './lib/client.js';
import { runOnCopy } from './lib/ground.js';
import { compare } from './lib/measure.js';
import { readScale } from './lib/scale.js';

const TIMES = { small: 9, full: 3 } as const;
const names = Object.keys(exportSets) as ExportName[]; // the keys of a constant
const MOVEMENTS = 100_000;
/** How often each payment is repeated, so that the time to start a download does not count. */
const AGAIN = { small: 100, full: 1 } as const;

/** Exports for programs, read in this process and over HTTP, against COPY of the same columns to standard output. */
export const run = (): Promise<boolean> =>
  runOnCopy('orders', async (ground) => {
    await addMovements(ground.db);
    await repeatPayments(ground.db, AGAIN[readScale().name]);
    return withServer(ground, async (signIn, address) => {
      const { token } = await signIn('office.admin');
      const ctx = ground.ctx as ActorCtx; // the bench acts as the system
      const times = TIMES[readScale().name];
      let met = true;
      for (const name of names) {
        const limit = () =>
          ground.db.transaction(async (tx) =>
            pipeline((await getClient(tx)).query(copyTo(`copy (${selectRows(ctx, { name })}) to stdout`)), sink()),
          );
        for (const format of exportFormats) {
          const product = async () => pipeline((await startExport(ctx, { name, format })).content, sink());
          const overHttp = () => download(`${address}/api/exports/${name}.${format}`, token);
          met = (await compare(`export of ${name} as ${format}`, 2, times, { limit, product })) && met;
          met =
            (await compare(`export of ${name} as ${format} over HTTP`, 2, times, { limit, product: overHttp })) && met;
        }
      }
      return met;
    });
  });

/** Movements of random items at random shops, which the data does not have. */
const addMovements = (db: Knex) =>
  db.raw(
    `insert into stock_movements (shop_id, item_id, on_order, received, current, why, actor_name)
       select s.ids[1 + n % cardinality(s.ids)], i.ids[1 + n % cardinality(i.ids)], 0, n % 7, n % 50, 'counted', 'bench'
         from generate_series(1, :n::int) n, (select array_agg(id) as ids from shops) s, (select array_agg(id) as ids from items) i`,
    { n: MOVEMENTS },
  );

const repeatPayments = (db: Knex, times: number) =>
  db.raw(
    `insert into payments (id, payment_number, shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by)
       select gen_random_uuid(), payment_number || '-' || n, shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by
         from payments, generate_series(2, :times::int) n`,
    { times },
  );

const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Downloads in another process: a reader in this one would take turns with the server. */
const download = async (url: string, token: string): Promise<void> => {
  await promisify(execFile)('curl', ['-sSf', '-o', os.devNull, '-H', `x-auth-token: ${token}`, url]);
};
