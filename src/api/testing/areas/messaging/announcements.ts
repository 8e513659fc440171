import { createAnnouncement } from '../../../../domain/messaging/announcements/service.js';
import type { ActorName, World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import type { Side } from '../../side.js';

const clerks = { home: 'shop.user', other: 'other.shop' } as const satisfies Record<Side, ActorName>;

export const references: References = {
  'PUT /api/announcement/update/:id': { id: 'announcement' },
  'PUT /api/announcement/update/read/:id': { id: 'announcement' },
  'DELETE /api/announcement/delete/:id': { id: 'announcement' },
};

/** An announcement for the shops. */
export async function makeAnnouncement(world: World): Promise<string> {
  const { item } = await createAnnouncement(world.ctx('office.admin'), {
    msg: 'Closed on Friday.',
    storMorSpecific: false,
  });
  return item._id;
}

export const examples: Examples = {
  'POST /api/announcement': () => ({
    as: 'office.admin',
    entity: 'announcement',
    values: { msg: 'The price list is new.', storMorSpecific: true },
  }),
  'PUT /api/announcement/update/:id': async (world) => ({
    as: 'office.admin',
    entity: 'announcement',
    values: { id: await makeAnnouncement(world), revision: 1, msg: 'Closed on Monday.', storMorSpecific: false },
  }),
  'PUT /api/announcement/update/read/:id': async (world, side) => ({
    as: side ? clerks[side] : 'office.admin',
    values: { id: await makeAnnouncement(world) },
  }),
  'DELETE /api/announcement/delete/:id': async (world) => ({
    as: 'office.admin',
    entity: 'announcement',
    values: { id: await makeAnnouncement(world) },
  }),
};

export const sharedRecords: Makers = { announcement: makeAnnouncement };
