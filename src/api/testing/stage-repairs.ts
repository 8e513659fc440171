import { updateRepair } from '../../domain/billing/repair-invoices/life/change.js';
import { createRepair } from '../../domain/billing/repair-invoices/life/create.js';
import type { RepairStatus, RepairType } from '../../domain/billing/repair-invoices/status.js';
import type { World } from '../../domain/testing/world.js';
import { clerks, type Side } from './side.js';
import { makeUnique } from './unique.js';

/** The lines of a new invoice: two of one item, one of another. */
export async function readRepairItems(world: World): Promise<{ item: string; quantity: number; rate: number }[]> {
  const [first = '', second = ''] = (await world.db('items').orderBy('id').limit(2).pluck('id')) as string[];
  return [
    { item: first, quantity: 2, rate: 12.5 },
    { item: second, quantity: 1.25, rate: 40.1 },
  ];
}

/** A repair or driver invoice of a shop with the given status. */
export async function makeRepair(
  world: World,
  status: RepairStatus = 'New',
  side: Side = 'home',
  type: RepairType = 'Repair',
): Promise<string> {
  const { repairInvoice } = await createRepair(world.ctx(clerks[side]), {
    type,
    invoiceNumber: makeUnique('R'),
    items: await readRepairItems(world),
  });
  const id = repairInvoice._id;
  const steps = { New: [], Approved: ['Approved'], Paid: ['Approved', 'Paid'] } as const;
  const payment = { method: 'Check', reference: '1042' } as const;
  for (const step of steps[status])
    await updateRepair(world.ctx('office.user'), { id, status: step, ...(step === 'Paid' ? { paid: payment } : {}) });
  return id;
}

export async function readRepairNumber(world: World, id: string): Promise<string> {
  const row = (await world.db('repair_invoices').where({ id }).first('invoice_number')) as { invoice_number: string };
  return row.invoice_number;
}
