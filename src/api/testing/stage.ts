import { createUser } from '../../domain/company/users/sign-in.js';
import { newId } from '../../domain/kernel/ids.js';
import type { World } from '../../domain/testing/world.js';
import { collect } from './areas.js';
import type { Kind, baseSharedKinds, baseShopKinds } from './kinds.js';
import { clerks, shopNames, type Side } from './side.js';
import { makeInvoice, makePayment } from './stage-invoices.js';

/** One record of every kind for each of two shops, by input field: an ID, or a text to search for. */
export type Records = Readonly<Record<Side, SideRecords>>;
type SideRecords = Readonly<
  Record<(typeof baseShopKinds)[number] | (typeof baseSharedKinds)[number], string> & Record<string, string>
>;

export async function makeRecords(world: World): Promise<Records> {
  return { home: await readRecords(world, 'home'), other: await readRecords(world, 'other') };
}

/** A side's record of a kind. Throws if nothing creates the kind. */
export function toRecord(records: Records, side: Side, kind: Kind): string {
  const record = records[side][kind];
  if (record === undefined)
    throw new Error(`No area makes a "${kind}": add it to its records in src/api/testing/areas.`);
  return record;
}

/** Creates one record of each kind of an area, one by one. */
async function createByAreas(world: World, side: Side): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [kind, make] of Object.entries({ ...collect('records'), ...collect('sharedRecords') }))
    made[kind] = await make(world, side);
  return made;
}

async function readRecords(world: World, side: Side): Promise<SideRecords> {
  const order = await world.createPushedOrder('InQueue', shopNames[side]);
  const invoice = await makeInvoice(world, 'New', side);
  const { serial_number: serialNumber } = (await world.db('orders').where({ id: order }).first('serial_number')) as {
    serial_number: string;
  };
  const { invoice_number: invoiceNumber } = (await world
    .db('invoices')
    .where({ id: invoice })
    .first('invoice_number')) as { invoice_number: string };
  return {
    ...(await createByAreas(world, side)),
    order,
    invoice,
    serialNumber,
    invoiceNumber,
    finishedOrder: await world.createFinishedOrder(shopNames[side]),
    payment: await makePayment(world, side),
    alert: await makeAlert(world, side),
    job: await makeJob(world, side),
    builder: await makeBuilder(world, side),
    shop: await world.findShopId(shopNames[side]),
    word: 'InQueue',
    catalogue: await getFirst(world, 'shed_models'),
    shed: await getFirst(world, 'sheds'),
    shedCategory: await getFirst(world, 'shed_categories'),
    addOn: await getFirst(world, 'add_ons'),
    addOnCategory: await getFirst(world, 'addon_categories'),
    addOnLabor: await getFirst(world, 'addon_labor'),
    shedLabor: await getFirst(world, 'shed_labor'),
    haulBase: await getFirst(world, 'haul_bases'),
    item: await getFirst(world, 'items'),
    component: await getFirst(world, 'components'),
  };
}

async function getFirst(world: World, table: string): Promise<string> {
  return ((await world.db(table).orderBy('id').first('id')) as { id: string }).id;
}

/** An alert of a shop. */
export async function makeAlert(world: World, side: Side = 'home'): Promise<string> {
  const id = newId();
  await world.db('notifications').insert({
    id,
    kind: 'orders',
    shop_id: await world.findShopId(shopNames[side]),
    type: 'info',
    msg: 'Look',
    content: 'Look here',
    at: world.now,
  });
  return id;
}

async function makeJob(world: World, side: Side): Promise<string> {
  const id = newId();
  const { id: actor_id, name } = world.actor(clerks[side]);
  await world.db('job_runs').insert({ id, name: 'report', actor_id, actor_name: name, status: 'done' });
  return id;
}

/** An order import that can still be undone. */
async function makeBuilder(world: World, side: Side): Promise<string> {
  const id = newId();
  const user = {
    name: `Builder ${side}`,
    userName: `${id}@demo.test`,
    password: 'only-for-this-test',
    role: 'Builder' as const,
  };
  return (await createUser(world.ctx('office.admin'), { ...user, shop: shopNames[side] }))._id;
}
