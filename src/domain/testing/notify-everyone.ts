import { mailNotices } from '../messaging/notices/mailing.js';
import { silent, type World } from './world.js';

/** Does what the worker does with new notices: sends immediate emails to those who chose them. */
export async function notifyEveryone(world: World): Promise<void> {
  const ids = (await world.db('notifications').orderBy('id').pluck('id')) as string[];
  const task = { db: world.db, clock: { now: () => world.now }, logger: silent };
  for (const id of ids) await mailNotices(task, [id]); // each separately, as if some time passed between them
}
