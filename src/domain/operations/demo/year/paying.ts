import type { DateTime } from 'luxon';
import { createCorrection } from '../../../billing/corrections/service.js';
import { createPayment } from '../../../billing/payments/paying/create.js';
import { decideApprovals } from '../../../billing/approvals/service.js';
import { createRepair } from '../../../billing/repair-invoices/life/create.js';
import type { Books } from './building.js';
import { listWeekdays } from './days.js';
import type { Dice } from './dice.js';
import type { DemoOrder } from './plan.js';
import type { Act } from './play.js';
import { crews, office, type Crew } from './staff.js';
import { hauls, repairs } from './words.js';

interface Span {
  readonly first: DateTime;
  readonly last: DateTime;
}

/** A repair or driver invoice that was approved and waits for Friday. */
export interface DemoInvoice {
  readonly _id: string;
  readonly crew: Crew;
}

const FRIDAY = 5;
/** The office corrects a payment every this many weeks. */
const CORRECTED_WEEKS = 7;

/** Repair and driver invoices of every shop. Most are approved and paid; the newest of each type wait. */
export function repairActs(dice: Dice, { first, last }: Span, payable: Set<DemoInvoice>): Act[] {
  const days = listWeekdays(first, last, [3]).filter((_, n) => n % 3 === 1);
  let number = 300;
  return crews.flatMap((crew) =>
    (['Repair', 'Driver'] as const).flatMap((type) =>
      days.map((day, n): Act => {
        const line = type === 'Repair' ? dice.pick(repairs) : dice.pick(hauls);
        const amount = 5 * dice.between(12, 70);
        const invoiceNumber = `${type === 'Repair' ? 'R' : 'D'}-${(number += 1)}`;
        const at = day.set({ hour: 15, minute: dice.between(0, 59) });
        const fate = n === days.length - 1 ? 'new' : n === days.length - 2 ? 'approved' : 'paid';
        return {
          at,
          crew,
          play: async (as) => {
            const { repairInvoice: repair } = await createRepair(as(crew.clerk), {
              ...{ type, invoiceNumber, items: [{ ...line, amount }] },
            });
            if (fate === 'new') return;
            const records = [{ kind: type === 'Repair' ? ('repair' as const) : ('driver' as const), ...getId(repair) }];
            await decideApprovals(as(office.admin), { decision: 'Approved', records });
            if (fate === 'paid') payable.add({ _id: repair._id, crew });
          },
        };
      }),
    ),
  );
}

const getId = ({ _id, revision }: { _id: string; revision: number }) => ({ _id, revision });

/** On Fridays the office pays every shop what is approved, and sometimes corrects an earlier payment. */
export function payingActs(
  orders: readonly DemoOrder[],
  books: Books,
  dice: Dice,
  { first, last, payable }: Span & { readonly payable: Set<DemoInvoice> },
): Act[] {
  return listWeekdays(first, last, [FRIDAY]).flatMap((friday, week) =>
    crews.map((crew): Act => {
      const at = friday.set({ hour: 17, minute: crews.indexOf(crew) });
      const amount = 25 * dice.between(1, 3) * (dice.chance(0.5) ? 1 : -1);
      return {
        at,
        crew,
        play: async (as) => {
          const dueOrders = orders.filter(
            (order) =>
              order.crew === crew && !order.isWaiting && isApproved(order, at) && !books.paid.has(serial(order)),
          );
          const crewWork = [...payable].filter((work) => work.crew === crew);
          if (dueOrders.length + crewWork.length === 0) return;
          await createPayment(as(office.admin), {
            invoices: dueOrders.map((order) => books.invoice(order)._id),
            repairInvoices: crewWork.map(({ _id }) => _id),
            memo: `Week ending ${at.toFormat('MM/dd/yyyy')}`,
          });
          for (const order of dueOrders) books.paid.add(serial(order));
          for (const work of crewWork) payable.delete(work);
          const [order] = dueOrders;
          if (!order || week % CORRECTED_WEEKS !== 3) return;
          const reason = amount > 0 ? 'The long haul was not paid.' : 'The escort was paid twice.';
          await createCorrection(as(office.admin), { order: books.order(order), amount, reason });
        },
      };
    }),
  );
}

const serial = ({ row }: DemoOrder): string => row.serialNumber;
const isApproved = ({ times }: DemoOrder, at: DateTime): boolean => (times.get('approved') ?? at) < at;
