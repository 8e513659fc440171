import http from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { startExport, selectRows } from '../src/domain/imports/data-exports/stream.js';
import { exportFormats, type ExportName } from '../src/domain/imports/data-exports/sets.js';
import { getClient } from '../src/domain/kernel/database/copy-rows.js';
import type { ActorCtx } from '../src/domain/kernel/context.js';
import { withServer } from './lib/client.js';
import { reading } from './lib/ground.js';
import { compare } from './lib/measure.js';
import { scaleAsked } from './lib/scale.js';

const TIMES = { small: 9, full: 3 } as const;
const names = ['orders', 'lines', 'invoices'] as const satisfies readonly ExportName[];

/** Exports for machines, read in this process and over HTTP, against COPY of the same columns to standard output. */
export const run = (): Promise<boolean> =>
  reading('orders', (ground) =>
    withServer(ground, async (signIn, address) => {
      const { token } = await signIn('office.admin');
      const ctx = ground.ctx as ActorCtx; // the bench acts as the system
      const times = TIMES[scaleAsked().name];
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
    }),
  );

const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const download = (url: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'x-auth-token': token } }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
        else pipeline(answer, sink()).then(resolve, reject);
      })
      .once('error', reject);
  });
