import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Commands } from '../../kinds.js';

export const commands: Commands = {
  export: async () => [
    'orders',
    '--out',
    path.join(await mkdtemp(path.join(os.tmpdir(), 'shedworks-export-')), 'orders.ndjson'),
  ],
};
