import { z } from 'zod';
import { service } from '../service.js';
import { build, version } from './version.js';

export const getVersion = service({
  summary: 'Get the version and build of this server',
  permission: 'anyone',
  effect: 'read',
  input: z.object({}),
  output: z.object({ version: z.string(), build: z.string() }),
  run: () => Promise.resolve({ version, build }),
});
