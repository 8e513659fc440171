import { DateTime } from 'luxon';
import { createUser } from '../../../company/users/sign-in.js';
import type { Ctx } from '../../../kernel/context.js';
import { demoAccounts, demoPassword } from '../accounts.js';
import { readCompanyFile } from '../company-file.js';
import { approvalActs, Books, buildingActs, uploadActs } from './building.js';
import { deliveryActs } from './delivery.js';
import { importActs, refusalActs, viewActs } from './desk.js';
import { makeDice } from './dice.js';
import { payingActs, repairActs, type DemoInvoice } from './paying.js';
import { planDemoOrders } from './plan.js';
import { play } from './play.js';
import { hands } from './staff.js';
import { stockActs } from './stocking.js';
import { announcementActs, messageActs, ticketActs } from './talking.js';

const ORDERS_A_MONTH = 33;

/**
 * Plays the demo's history: what its users did in the months up to now, through the same use cases as everyone, each
 * at its own time. The same day yields the same history. Requires the demo company and its accounts.
 */
export async function playHistory(
  ctx: Ctx,
  file: unknown,
  months: number,
  print: (text: string) => void,
): Promise<void> {
  const company = readCompanyFile(file);
  for (const hand of hands) await createUser(ctx, { ...hand, password: demoPassword });
  const now = DateTime.fromJSDate(ctx.clock.now(), { zone: company.company.timeZone });
  const last = now.startOf('day');
  const span = { first: last.minus({ months }), last };
  const dice = makeDice(`heartland ${last.toISODate()}`);
  const orders = planDemoOrders(company, dice, { ...span, count: ORDERS_A_MONTH * months });
  const books = new Books();
  const payable = new Set<DemoInvoice>();
  const people = [...demoAccounts, ...hands];
  const names = people.map(({ userName }) => userName);
  const ofOffice = people.filter(({ shop }) => shop === null).map(({ userName }) => userName);
  const asking = demoAccounts.toSorted((a, b) => Number(a.shop !== null) - Number(b.shop !== null));
  const acts = [
    ...stockActs(orders, dice, span),
    ...uploadActs(orders, books, now),
    ...buildingActs(orders, books, dice),
    ...approvalActs(orders, books),
    ...deliveryActs(orders, books, last),
    ...repairActs(dice, span, payable),
    ...payingActs(orders, books, dice, { ...span, payable }),
    ...messageActs(orders, books, dice, span),
    ...announcementActs({ all: names, office: ofOffice }, dice, span),
    ...ticketActs(
      asking.map(({ userName }) => userName),
      dice,
      span,
    ),
    ...importActs(company, span),
    ...viewActs(span, company.company.timeZone),
    ...refusalActs(span),
  ];
  await play(ctx, acts, names);
  print(`History: ${months} months with ${orders.length} orders.`);
}
