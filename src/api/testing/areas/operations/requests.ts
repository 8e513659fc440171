import { updateControl, getControl } from '../../../../domain/company/control/service.js';
import { requestApproval } from '../../../../domain/operations/requests/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, Makers, References } from '../../kinds.js';
import { makeInvoice } from '../../stage-invoices.js';

export const references: References = {
  'POST /api/approvalrequest': { input: 'word' },
  'PUT /api/approvalrequest/approve/:id': { id: 'approvalRequest' },
  'PUT /api/approvalrequest/deny/:id': { id: 'approvalRequest' },
  'DELETE /api/approvalrequest/delete/:id': { id: 'approvalRequest' },
  'PUT /api/company/control/update/:id': { id: 'word' },
};

const call = 'PUT /api/invoice/update/:id';

async function setLimit(world: World, amountLimit: number | null): Promise<void> {
  const { _id: id } = await getControl(world.ctx('system'), {});
  await updateControl(world.ctx('system'), { id, amountLimit });
}

/** A waiting request of an Office User; the rule is disabled again. */
async function makeRequest(world: World): Promise<string> {
  const input = { id: await makeInvoice(world, 'New'), status: 'Approved' };
  await setLimit(world, 0);
  const { request } = await requestApproval(world.ctx('office.user'), { call, input });
  await setLimit(world, null);
  return request._id;
}

/** A price change that needs a second person, because prices may change by at most 1000 % here. */
async function makeLargePrice(world: World) {
  const { _id: id } = await getControl(world.ctx('system'), {});
  await updateControl(world.ctx('system'), { id, pricePercent: 1000 });
  const shed = (await world
    .db('sheds')
    .where('retail_price', '>', 0)
    .orderBy('id', 'desc')
    .first('id', 'retail_price')) as {
    id: string;
    retail_price: number;
  };
  const sheds = [{ _id: shed.id, retailPrice: (shed.retail_price / 100) * 20 }];
  return { call: 'PUT /api/shed/update/retailprices', input: { sheds } };
}

const office = { as: 'office.admin', entity: 'request' } as const;

export const examples: Examples = {
  'POST /api/approvalrequest': async (world) => ({ ...office, values: await makeLargePrice(world) }),
  'PUT /api/approvalrequest/approve/:id': async (world) => ({ ...office, values: { id: await makeRequest(world) } }),
  'PUT /api/approvalrequest/deny/:id': async (world) => ({
    ...office,
    values: { id: await makeRequest(world), reason: 'Too much.' },
  }),
  'DELETE /api/approvalrequest/delete/:id': async (world) => ({
    ...{ as: 'office.user', entity: 'request' },
    values: { id: await makeRequest(world) },
  }),
  'PUT /api/company/control/update/:id': async (world) => {
    const { _id: id } = await getControl(world.ctx('system'), {});
    return { as: 'office.admin', entity: 'company', values: { id, noOwnDecisions: false, pricePercent: 900 } };
  },
};

Object.assign(examples, {
  'PUT /api/company/retention/update': () => ({ as: 'office.admin', entity: 'company', values: { jobs: 200 } }),
} satisfies Examples);

export const records: Makers = {};
export const sharedRecords = { approvalRequest: makeRequest };

export const commands: Commands = {
  'requests list': () => [],
  'requests ask': async (world) => {
    const { call, input } = await makeLargePrice(world);
    return [call, '--input', JSON.stringify(input)];
  },
  'requests approve': async (world) => [await makeRequest(world)],
  'requests deny': async (world) => [await makeRequest(world), '--reason', 'Too much.'],
  'requests withdraw': async (world) => [await makeRequest(world), '--as', 'office.user@demo.test'],
};
