import { updateInvoice } from '../../domain/billing/invoices/life/change.js';
import { createInvoice } from '../../domain/billing/invoices/life/create.js';
import type { InvoiceStatus } from '../../domain/kernel/order/invoice-status.js';
import { createPayment } from '../../domain/billing/payments/paying/create.js';
import type { World } from '../../domain/testing/world.js';
import { clerks, shopNames, type Side } from './side.js';

/** An invoice with the given status for a finished order of a shop. */
export async function makeInvoice(world: World, status: InvoiceStatus, side: Side = 'home'): Promise<string> {
  const { invoice } = await createInvoice(world.ctx(clerks[side]), {
    order: await world.createFinishedOrder(shopNames[side]),
  });
  if (status !== 'New')
    await updateInvoice(world.ctx('office.user'), { id: invoice._id, status, newMessage: 'as the test wants it' });
  return invoice._id;
}

/** A payment of one approved invoice of a shop. */
export async function makePayment(world: World, side: Side = 'home'): Promise<string> {
  const { payment } = await createPayment(world.ctx('office.user'), {
    invoices: [await makeInvoice(world, 'Approved', side)],
  });
  return payment._id;
}
