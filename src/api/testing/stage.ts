import { addUser } from '../../domain/company/users/sign-in.js';
import { newId } from '../../domain/kernel/ids.js';
import type { World } from '../../domain/testing/world.js';
import { makeAnnouncement } from './areas/messaging/announcements.js';
import { makeCorrection } from './areas/billing/corrections.js';
import { makeComment } from './areas/messaging/messages.js';
import { makeApplied, makeStaged } from './areas/imports/imports.js';
import { makeLog } from './areas/operations/logs.js';
import { makeMaterialOrder } from './areas/purchasing/material-orders.js';
import { makeMetalOrder } from './areas/purchasing/metal-orders.js';
import { makeView } from './areas/reporting/saved-views.js';
import { makeRun, makeSchedule } from './areas/reporting/schedules.js';
import { makeVendor } from './areas/purchasing/vendors.js';
import { makeRepair, repairNumberOf } from './stage-repairs.js';
import type { Kind } from './kinds.js';
import { clerkOf, shopOf, type Side } from './side.js';
import { makeInvoice, makePayment } from './stage-invoices.js';

/** One record of every kind for each of two shops, by what an input calls it: an id, or a text to search for. */
export type Records = Readonly<Record<Side, Readonly<Record<Kind, string>>>>;

export async function makeRecords(world: World): Promise<Records> {
  return { home: await recordsOf(world, 'home'), other: await recordsOf(world, 'other') };
}

async function recordsOf(world: World, side: Side): Promise<Records[Side]> {
  const order = await world.pushedOrder('InQueue', shopOf[side]);
  const invoice = await makeInvoice(world, 'New', side);
  const repair = await makeRepair(world, 'New', side);
  const material = await makeMaterialOrder(world, side, true);
  const { serial_number: serialNumber } = (await world.db('orders').where({ id: order }).first('serial_number')) as {
    serial_number: string;
  };
  const { invoice_number: invoiceNumber } = (await world
    .db('invoices')
    .where({ id: invoice })
    .first('invoice_number')) as { invoice_number: string };
  return {
    order,
    invoice,
    serialNumber,
    invoiceNumber,
    finishedOrder: await world.finishedOrder(shopOf[side]),
    payment: await makePayment(world, side),
    correction: await makeCorrection(world, side),
    repairInvoice: repair,
    repairNumber: await repairNumberOf(world, repair),
    vendor: await makeVendor(world, side),
    metalOrder: await makeMetalOrder(world, side),
    materialOrder: material.id,
    materialLine: material.line,
    savedView: await makeView(world, side),
    schedule: await makeSchedule(world, side),
    scheduleRun: await makeRun(world, side),
    alert: await makeAlert(world, side),
    comment: await makeComment(world, side),
    announcement: await makeAnnouncement(world),
    job: await makeJob(world, side),
    log: await makeLog(world, shopOf[side]),
    import: await makeApplied(world, world.ctx(clerkOf[side])),
    stagedImport: await makeStaged(world, world.ctx(clerkOf[side])),
    builder: await makeBuilder(world, side),
    shop: await world.shopId(shopOf[side]),
    word: 'InQueue',
    catalogue: await firstOf(world, 'shed_models'),
    shed: await firstOf(world, 'sheds'),
    shedCategory: await firstOf(world, 'shed_categories'),
    addOn: await firstOf(world, 'add_ons'),
    addOnCategory: await firstOf(world, 'addon_categories'),
    addOnLabor: await firstOf(world, 'addon_labor'),
    shedLabor: await firstOf(world, 'shed_labor'),
    haulBase: await firstOf(world, 'haul_bases'),
    item: await firstOf(world, 'items'),
    component: await firstOf(world, 'components'),
  };
}

async function firstOf(world: World, table: string): Promise<string> {
  return ((await world.db(table).orderBy('id').first('id')) as { id: string }).id;
}

/** An alert of a shop. */
export async function makeAlert(world: World, side: Side = 'home'): Promise<string> {
  const id = newId();
  await world.db('notifications').insert({
    id,
    shop_id: await world.shopId(shopOf[side]),
    type: 'info',
    msg: 'Look',
    content: 'Look here',
    at: world.now,
  });
  return id;
}

async function makeJob(world: World, side: Side): Promise<string> {
  const id = newId();
  const { id: actor_id, name } = world.actor(clerkOf[side]);
  await world.db('job_runs').insert({ id, name: 'report', actor_id, actor_name: name, status: 'done' });
  return id;
}

/** An import of orders that can still be undone. */
async function makeBuilder(world: World, side: Side): Promise<string> {
  const id = newId();
  const user = {
    name: `Builder ${side}`,
    userName: `${id}@demo.test`,
    password: 'only-for-this-test',
    role: 'Builder' as const,
  };
  return (await addUser(world.ctx('office.admin'), { ...user, shop: shopOf[side] }))._id;
}
