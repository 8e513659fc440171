import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { downloadWorkOrder } from '../../orders/reads/work-order.js';
import { pictures } from '../../testing/pictures.js';
import { type ActorName, useWorld } from '../../testing/world.js';
import { getCurrentUser, checkSetUpNeeded } from '../users/sign-in.js';
import { deleteLogo, updateLogo, getLogo } from './manage-logo.js';
import { getCompanyProfile } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const file = (bytes: Buffer, name = 'logo.png') => ({ file: { name, bytes } });
const hashIn = (url = ''): string => url.split('/').at(-1) ?? '';
afterEach(async () => void (await world.db('company_logos').delete()));

const urlFor = async (who: ActorName) => (await getCurrentUser(world.ctx(who), {})).logo?.url;

describe("the company's logo", () => {
  test('is shown to every user and on the sign-in page, at its own address; a different logo has a different address', async () => {
    expect(await urlFor('builder')).toBeUndefined();
    const { msg, item } = await updateLogo(office(), file(pictures.webp(1200, 120), 'barn.webp'));
    expect(msg).toBe('Logo is saved');
    expect(item.logo).toMatchObject({ width: 600, height: 60 });
    const logoUrls = [await urlFor('builder'), (await checkSetUpNeeded({ ...office(), actor: null }, {})).logo?.url];
    expect(logoUrls).toEqual([item.logo?.url, item.logo?.url]);
    expect((await getCompanyProfile(world.ctx('shop.user'), {})).logo).toEqual(item.logo);
    const logo = await getLogo({ ...office(), actor: null }, { hash: hashIn(item.logo?.url) });
    expect(logo.type).toBe('image/png');
    const next = await updateLogo(office(), { image: pictures.png(40, 40).toString('base64') });
    expect(next.item.logo?.url).not.toBe(item.logo?.url);
    expect(next.item.revision).toBe(item.revision + 1);
    await expect(getLogo(office(), { hash: hashIn(item.logo?.url) })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('can be removed; the history records both changes, and setting the same logo twice is one change', async () => {
    const { item } = await updateLogo(office(), file(pictures.png(50, 20)));
    expect((await updateLogo(office(), file(pictures.png(50, 20)))).item.revision).toBe(item.revision);
    const removal = await deleteLogo(office(), { id: item._id });
    expect(removal).toMatchObject({ msg: 'Logo is removed', item: { logo: null, revision: item.revision + 1 } });
    expect((await deleteLogo(office(), { id: item._id })).item.revision).toBe(item.revision + 1);
    const trail = await world
      .db('audit_entries')
      .whereRaw('? = any(entity_ids)', [item._id])
      .orderBy('id')
      .select('before', 'after');
    expect(trail.slice(-2)).toMatchObject([
      { after: { logo: { width: 50 } } },
      { before: { logo: { width: 50 } }, after: { logo: null } },
    ]);
  });

  test('can be set only by those who may change the company, and must be a picture', async () => {
    for (const who of ['office.user', 'shop.admin', 'view.only'] as const)
      await expect(updateLogo(world.ctx(who), file(pictures.png(9, 9)))).rejects.toMatchObject({
        code: expect.stringMatching(/permission-denied|view-only/),
      });
    await expect(updateLogo(office(), {})).rejects.toMatchObject({
      errors: [{ path: 'file', msg: 'Choose a picture' }],
    });
    await expect(updateLogo(office(), { image: 'not base64!' })).rejects.toMatchObject({ errors: [{ path: 'image' }] });
    const svg = file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'.padEnd(200)));
    await expect(updateLogo(office(), svg)).rejects.toMatchObject({ code: 'unreadable-file' });
    expect(await urlFor('office.user')).toBeUndefined();
  });

  test('appears on work orders', async () => {
    const id = await world.createPushedOrder('InQueue');
    const images = async () => {
      const { bytes } = await downloadWorkOrder(world.ctx('shop.user'), { id });
      return (
        execFileSync('pdfimages', ['-list', '-'], { input: bytes, encoding: 'utf8' }).match(/^\s+\d+\s+\d+\s+image /gm)
          ?.length ?? 0
      );
    };
    expect(await images()).toBe(0);
    await updateLogo(office(), file(pictures.jpeg(300, 100), 'logo.jpg'));
    expect(await images()).toBe(1);
  });
});
