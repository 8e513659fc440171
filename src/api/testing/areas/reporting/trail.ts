import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Commands, Examples, References } from '../../kinds.js';

const days = { dates: ['1990-01-01', '2200-12-31'] };

export const references: References = {
  'GET /api/trail': { person: 'word', record: 'word' },
  'POST /api/trail/report': { person: 'word', record: 'word' },
};

export const examples: Examples = {
  'POST /api/trail/report': () => ({ as: 'office.admin', values: { ...days, recordKind: 'order' } }),
};

export const commands: Commands = {
  'trail list': () => ['--kind', 'order'],
  'trail export': async () => [
    '--out',
    path.join(await mkdtemp(path.join(os.tmpdir(), 'shedworks-trail-')), 'trail.csv'),
  ],
};
