import { finishCommandRun, startCommandRun } from '../../../../domain/operations/command-runs/record.js';
import { createExpectedCommand, listExpectedCommands } from '../../../../domain/operations/command-runs/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, References } from '../../kinds.js';
import { recordArea } from '../../record-area.js';
import { makeUnique } from '../../unique.js';

const makeFields = () => ({ line: makeUnique('orders push'), everyMinutes: 1440, graceMinutes: 60 });
const area = recordArea('/api/expectedcommand', {
  entity: 'expected-command',
  list: listExpectedCommands,
  add: createExpectedCommand,
  as: 'office.admin',
  makeFields: makeFields,
  refers: { owner: 'word' },
});

/** A run of a command that failed. */
async function makeCommandRun(world: World): Promise<string> {
  const ctx = world.ctx('system');
  const id = await startCommandRun(ctx, {
    ...{ command: 'orders push', line: 'orders push', account: 'cron', host: 'server', actor: 'cli', version: '1.0.0' },
  });
  await finishCommandRun(ctx, id, { exitCode: 1, counts: { pushed: 0 }, log: 'It failed.\n' });
  return id;
}

export const { examples } = area;
export const references: References = { ...area.references, 'GET /api/commandrun/:id': { id: 'commandRun' } };
export const sharedRecords = { ...area.sharedRecords, commandRun: makeCommandRun };

const makeExpected = async (world: World): Promise<string> =>
  (await createExpectedCommand(world.ctx('office.admin'), makeFields())).item.line;

export const commands: Commands = {
  'runs list': () => [],
  'runs show': async (world) => [await makeCommandRun(world)],
  'runs expected': () => [],
  'runs expect': () => [makeUnique('orders import'), '--every', '1d'],
  'runs forget': async (world) => [await makeExpected(world)],
};
