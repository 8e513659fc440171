import { expect, test } from 'vitest';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerJobs } from './jobs.js';

const world = useWorld();
const sweep = (...args: string[]) => runCommand(world.url, registerJobs, 'jobs', 'run', 'sweep', ...args);

test('a sweep that fails ends each run with exit code 1, and the next one after its cause is gone is done', async () => {
  await world.db.raw('alter table used_challenges rename to away');
  for (let n = 0; n < 4; n += 1) {
    const { code, out, notes } = await sweep('--quiet');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(notes).toContain('The sweep failed. For the reason, see shedworks logs list.\n');
  }
  expect(await world.db('error_logs').where({ function_name: 'task sweep' }).pluck('message')).toHaveLength(4);
  await world.db.raw('alter table away rename to used_challenges');
  expect(await sweep('--quiet')).toEqual({ code: 0, out: '', notes: '' });
  expect(await world.db('sweeps').pluck('ended_at')).toHaveLength(1);
});
