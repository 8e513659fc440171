import { execFile } from 'node:child_process';
import os from 'node:os';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
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

/** Exports for programs, read in this process and over HTTP, against COPY of the same columns to standard output. */
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

/** Downloads in another process: a reader in this one would take turns with the server. */
const download = async (url: string, token: string): Promise<void> => {
  await promisify(execFile)('curl', ['-sSf', '-o', os.devNull, '-H', `x-auth-token: ${token}`, url]);
};
