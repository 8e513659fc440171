import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../company/keys/service.js';
import type { Actor, ActorCtx, Ctx } from '../../../kernel/context.js';
import { Pace } from '../../../kernel/pace.js';
import { homeShop, useWorld } from '../../../testing/world.js';
import { importOrders } from '../../order-files/service.js';
import { listProposals } from '../proposals/service.js';
import { receiveOrders } from '../push/service.js';
import { assessRows } from './assess-rows.js';
import { readSampleRows, takeFeedRows } from '../testing/feed-rows.js';

type Row = Record<string, unknown>;
const [sample = {}] = readSampleRows();
const world = useWorld();
const office = () => world.ctx('office.admin');
let serial = 0;

/** An order in our own format, without an ID. */
const toOwn = (serialNumber: string, more: Row = {}): Row => ({
  ...{ serialNumber, shop: homeShop, category: 'Painted', model: 'Painted Cabin', size: '12x24', basePrice: 6000 },
  ...more,
});

beforeEach(async () => {
  serial += 1;
  await world.db('orders').delete();
  await world.db('feed_sources').delete();
});

describe('two records of the sales system with the serial number of an uploaded order', () => {
  const toRecords = (): [canceled: Row, soldAgain: Row] => {
    const serialNumber = `SO-${serial}`;
    const record = { ...sample, serialNumber };
    return [
      { ...record, id: '1', timestamp: '2026-11-01T10:00:00Z', dateCancelled: '2026-11-01' },
      { ...record, id: '2', timestamp: '2026-11-02T10:00:00Z', buildingRoofColor: 'Black', dateCancelled: null },
    ];
  };
  const take = (rows: readonly Row[]) => takeFeedRows(office(), { rows, source: 'Sales feed', takesAtOnce: ['facts'] });

  test('are imported together: the one changed last counts, whatever their sequence', async () => {
    const [canceled, soldAgain] = toRecords();
    await importOrders(office(), { orders: [toOwn(`SO-${serial}`)] });
    const taken = await take([soldAgain, canceled]);
    expect(taken).toMatchObject({ new: 0, proposed: 1, held: 0, older: 1 });
    expect(taken.outcomes.get(canceled)).toEqual({ state: 'older', reason: null });
    const [proposal] = (await listProposals(office(), {})).items;
    expect(proposal?.changes.map(({ label }) => label)).toContain('Roof color');
    expect(await take([canceled, soldAgain])).toMatchObject({ unchanged: 1, older: 1 });
  });

  test('wait together if a run would change too much', async () => {
    await importOrders(office(), { orders: [toOwn(`SO-${serial}`)] });
    const rows = toRecords();
    const { changed, changedRows } = await assessRows(office() as ActorCtx & Ctx, { rows }, new Pace(undefined));
    expect([changed, new Set(changedRows)]).toEqual([1, new Set(rows)]);
  });
});

describe('an order in our own format without an ID that a push has twice', () => {
  const push = async (rows: readonly Row[]) => {
    const name = `Own system ${serial}`;
    const { item } = await createKey(office(), { name, scopes: ['orders.import'] });
    const actor: Actor = {
      ...world.actor('office.admin'),
      id: item._id,
      name,
      scopes: ['session.use', 'orders.import'],
    };
    return (await receiveOrders(world.ctx('office.admin', { actor, via: 'key' }), { orders: rows })).rows.map(
      ({ state }) => state,
    );
  };
  const roofColors = () => world.db('orders').orderBy('id').pluck('roof_color');

  test('is stored once, as the last row has it', async () => {
    const [first, last] = ['White', 'Black'].map((roofColor) => toOwn(`so-${serial}`, { roofColor })) as [Row, Row];
    expect(await push([first, { ...last, serialNumber: `SO-${serial}` }])).toEqual(['repeated', 'new']);
    expect(await roofColors()).toEqual(['Black']);
  });

  test('has one proposal if it is here already', async () => {
    await importOrders(office(), { orders: [toOwn(`SO-${serial}`, { roofColor: 'White' })] });
    const rows = ['Green', 'Black'].map((roofColor) => toOwn(`SO-${serial}`, { roofColor }));
    expect(await push(rows)).toEqual(['repeated', 'proposed']);
    expect((await listProposals(office(), {})).items).toMatchObject([{ changes: [{ after: 'Black' }] }]);
  });

  test('is another order if its ID is another one', async () => {
    const rows = ['A', 'B'].map((externalId) => toOwn(`SO-${serial}`, { externalId }));
    expect(await push(rows)).toEqual(['new', 'new']);
  });
});
