import { inTransaction } from '../../../../domain/kernel/service.js';
import { Pace } from '../../../../domain/kernel/pace.js';
import { takeRows } from '../../../../domain/imports/feed/rows/take-rows.js';
import { acceptProposals } from '../../../../domain/imports/feed/proposals/decide.js';
import { listProposals } from '../../../../domain/imports/feed/proposals/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Area, Commands } from '../../kinds.js';
import { makeUnique } from '../../unique.js';
import { readSampleRows } from '../../../../domain/imports/feed/testing/feed-rows.js';

const [row] = readSampleRows();

/** A proposal of another roof color for a New order. */
async function makeProposal(world: World): Promise<string> {
  const name = makeUnique('Proposed');
  const [order = ''] = await world.createOrders([{ ...row, id: name, serialNumber: name }]);
  const office = world.ctx('office.admin');
  const changedRow = { ...row, id: name, serialNumber: name, buildingRoofColor: 'Black' };
  const rules = { source: 'Sales feed', takesAtOnce: [] };
  await inTransaction(office, (tx) => takeRows(tx, { rows: [changedRow], ...rules }, new Pace(undefined)), false);
  return (await listProposals(office, { order })).items[0]?._id ?? '';
}

async function makeAccepted(world: World): Promise<string> {
  const id = await makeProposal(world);
  await acceptProposals(world.ctx('office.admin'), { items: [{ id }] });
  return id;
}

export const references: Area['references'] = {
  'GET /api/proposals': { order: 'order', shop: 'shop', search: 'serialNumber' },
  'GET /api/proposals/:id': { id: 'proposal' },
  'PUT /api/proposals/accept': { items: 'proposal' },
  'PUT /api/proposals/decline': { ids: 'proposal' },
  'POST /api/proposals/:id/undo': { id: 'proposal' },
};

export const examples: Area['examples'] = {
  'GET /api/proposals/:id': async (world) => ({
    as: 'office.user',
    values: { id: await makeProposal(world) },
  }),
  'PUT /api/proposals/accept': async (world) => ({
    as: 'office.admin',
    entity: 'order',
    values: { items: [{ id: await makeProposal(world) }] },
  }),
  'PUT /api/proposals/decline': async (world) => ({
    as: 'office.admin',
    entity: 'order',
    values: { ids: [await makeProposal(world)] },
  }),
  'POST /api/proposals/:id/undo': async (world) => ({
    as: 'office.admin',
    entity: 'order',
    values: { id: await makeAccepted(world) },
  }),
};

export const sharedRecords: Area['sharedRecords'] = { proposal: makeProposal };

export const commands: Commands = {
  'proposals list': () => [],
  'proposals show': async (world) => [await makeProposal(world)],
  'proposals accept': async (world) => [await makeProposal(world)],
  'proposals decline': async (world) => [await makeProposal(world)],
  'proposals undo': async (world) => [await makeAccepted(world)],
};
