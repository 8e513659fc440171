import { describe, expect, test } from 'vitest';
import { useWorld, type ActorName } from '../../testing/world.js';
import {
  createAnnouncement,
  updateAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listShopAnnouncements,
  listUnreadAnnouncements,
  markAnnouncementRead,
} from './service.js';

const world = useWorld();
const announce = async (msg: string, storMorSpecific: boolean) =>
  (await createAnnouncement(world.ctx('office.admin'), { msg, storMorSpecific })).item;
const unread = async (who: ActorName) =>
  (await listUnreadAnnouncements(world.ctx(who), {})).items.map(({ msg }) => msg);

describe('announcements', () => {
  test('that are company-specific are for the office only, the others are for shops', async () => {
    const ownAnnouncement = await announce('Only us', true);
    const all = await announce('Shops, hear', false);
    expect(await unread('office.user')).toEqual(['Only us']);
    for (const who of ['shop.admin', 'builder', 'other.shop'] as const) {
      expect(await unread(who)).toEqual(['Shops, hear']);
      for (const list of [listAnnouncements, listShopAnnouncements])
        expect((await list(world.ctx(who), { storMorSpecific: 'true' } as object)).items).not.toContainEqual(
          expect.objectContaining({ msg: 'Only us' }),
        );
      await expect(markAnnouncementRead(world.ctx(who), { id: ownAnnouncement._id })).rejects.toThrow(
        'Announcement not found',
      );
    }
    const ofCompany = await listAnnouncements(world.ctx('office.user'), { storMorSpecific: 'true' });
    expect(ofCompany).toMatchObject({
      items: [{ _id: ownAnnouncement._id, madeBy: { name: world.actor('office.admin').name } }],
    });
    expect((await listAnnouncements(world.ctx('office.user'), {})).items.map(({ _id }) => _id)).toEqual([
      all._id,
      ownAnnouncement._id,
    ]);
  });

  test('are marked read by each user separately, including view-only users', async () => {
    const { _id } = await announce('Read me', false);
    await markAnnouncementRead(world.ctx('shop.user'), { id: _id });
    await markAnnouncementRead(world.ctx('shop.user'), { id: _id });
    await markAnnouncementRead(world.ctx('view.only'), { id: _id });
    expect(await unread('shop.user')).not.toContain('Read me');
    expect(await unread('shop.admin')).toContain('Read me');
    const readBy = async (who: ActorName) =>
      (await listShopAnnouncements(world.ctx(who), {})).items.find((one) => one._id === _id)?.read;
    expect([await readBy('shop.user'), await readBy('shop.admin')]).toEqual([true, false]);
  });

  test('are written only by an Office Admin, recorded in the history, and keep their author', async () => {
    await expect(createAnnouncement(world.ctx('office.user'), { msg: 'x' })).rejects.toThrow('Permission Denied');
    await expect(createAnnouncement(world.ctx('office.admin'), { msg: ' ' })).rejects.toMatchObject({
      errors: [{ path: 'msg', msg: 'Please enter a message' }],
    });
    const { _id, revision } = await announce('Cloesd on Friday', false);
    const change = { id: _id, revision, msg: 'Closed on Friday', storMorSpecific: true };
    const { msg, item } = await updateAnnouncement(world.ctx('office.admin'), change);
    expect(msg).toBe('Announcement is updated.');
    expect(item).toMatchObject({ msg: 'Closed on Friday', storMorSpecific: true, revision: 2 });
    expect(await unread('builder')).not.toContain('Closed on Friday');
    await expect(updateAnnouncement(world.ctx('office.admin'), change)).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { msg: 'Closed on Friday', revision: 2 } },
    });
    expect((await deleteAnnouncement(world.ctx('office.admin'), { id: _id })).msg).toBe('Announcement is deleted.');
    await expect(markAnnouncementRead(world.ctx('office.user'), { id: _id })).rejects.toThrow('not found');
    const trail = await world.db('audit_entries').whereRaw('? = any(entity_ids)', [_id]).orderBy('id').pluck('action');
    expect(trail).toEqual(['add', 'change', 'delete']);
  });

  test('are listed 20 per page, newest first', async () => {
    for (let n = 0; n < 21; n += 1) await announce(`News ${n}`, false);
    const { items, total } = await listShopAnnouncements(world.ctx('builder'), {});
    expect(items.map(({ msg }) => msg)).toEqual(Array.from({ length: 20 }, (_, n) => `News ${20 - n}`));
    expect((await listShopAnnouncements(world.ctx('builder'), { page: 2 })).items).toHaveLength(total - 20);
  });
});
