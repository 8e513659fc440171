import { runScheduleNow } from '../../../../domain/reporting/schedules/runs.js';
import { createSchedule } from '../../../../domain/reporting/schedules/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, Makers, References } from '../../kinds.js';
import type { Side } from '../../side.js';
import { makeView } from './saved-views.js';

const clerks = { home: 'shop.user', other: 'other.shop' } as const;
const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['clerk@example.com'] };

/** A schedule of a shop that its Admin can see too. */
export const makeSchedule = async (world: World, side: Side = 'home'): Promise<string> =>
  (await createSchedule(world.ctx(clerks[side]), { view: await makeView(world, side), ...when })).item._id;

/** An unfinished run of a schedule. */
export async function makeRun(world: World, side: Side = 'home'): Promise<string> {
  return (await runScheduleNow(world.ctx(clerks[side]), { id: await makeSchedule(world, side) })).run._id;
}

/** A run of a schedule that can be sent again. */
async function makeFailedRun(world: World, side: Side): Promise<string> {
  const id = await makeRun(world, side);
  const failure = { status: 'failed', error: 'The disk is full.', finished_at: world.now };
  await world.db('schedule_runs').where({ id }).update(failure);
  return id;
}

export const references: References = {
  'GET /api/schedule/:id': { id: 'schedule' },
  'GET /api/schedule/:id/runs': { id: 'schedule' },
  'POST /api/schedule': { view: 'savedView' },
  'POST /api/schedule/:id/run': { id: 'schedule' },
  'POST /api/schedule/run/:id/again': { id: 'scheduleRun' },
  'PUT /api/schedule/update/:id': { id: 'schedule', view: 'savedView' },
  'DELETE /api/schedule/delete/:id': { id: 'schedule' },
};

export const examples: Examples = {
  'POST /api/schedule': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'schedule',
    values: { view: await makeView(world, side), ...when, format: 'pdf' },
  }),
  'POST /api/schedule/:id/run': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'schedule',
    values: { id: await makeSchedule(world, side) },
  }),
  'POST /api/schedule/run/:id/again': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'schedule',
    values: { id: await makeFailedRun(world, side) },
  }),
  'PUT /api/schedule/update/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'schedule',
    values: { id: await makeSchedule(world, side), view: await makeView(world, side), ...when, active: false },
  }),
  'DELETE /api/schedule/delete/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'schedule',
    values: { id: await makeSchedule(world, side) },
  }),
};

const clerk = ['--as', 'shop.user@demo.test'];

export const commands: Commands = {
  'schedules list': () => [],
  'schedules show': async (world) => [await makeSchedule(world), ...clerk],
  'schedules when': () => ['0 7 * * 1'],
  'schedules add': async (world) => [
    await makeView(world, 'home'),
    ...['--cron', when.cron, '--to', 'clerk@example.com', ...clerk],
  ],
  'schedules change': async (world) => [await makeSchedule(world), '--format', 'pdf', ...clerk],
  'schedules pause': async (world) => [await makeSchedule(world), ...clerk],
  'schedules resume': async (world) => [await makeSchedule(world), ...clerk],
  'schedules run': async (world) => [await makeSchedule(world), ...clerk],
  'schedules send-again': async (world) => [await makeFailedRun(world, 'home'), ...clerk],
  'schedules remove': async (world) => [await makeSchedule(world), ...clerk],
};

export const records: Makers = { schedule: makeSchedule, scheduleRun: makeRun };
