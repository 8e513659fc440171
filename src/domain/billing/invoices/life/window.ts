import { DateTime } from 'luxon';
import { isShopRole } from '../../../kernel/rights/roles.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { invalid } from '../../../kernel/errors.js';
import { formatDay } from '../../../kernel/time.js';

/** The first and last day allowed as invoice date, both included, as `2026-03-02`. */
export interface InvoiceWindow {
  readonly from: string;
  readonly to: string;
}

const OPENING_HOUR = 10;

/**
 * The days a shop may choose as the date of a new invoice (G-069), in the company's time zone: before 10:00 on a
 * Monday, from the previous Saturday through the following Sunday; at any other time, only today.
 */
export function invoiceWindow(now: Date, zone: string): InvoiceWindow {
  const local = DateTime.fromJSDate(now, { zone });
  const monday = local.startOf('week');
  if (local >= monday.set({ hour: OPENING_HOUR })) return { from: day(local), to: day(local) };
  return { from: day(monday.minus({ days: 2 })), to: day(monday.plus({ days: 6 })) };
}

const day = (date: DateTime): string => date.toFormat('yyyy-MM-dd');

/** Throws `invalid-input` if a shop's invoice date is outside the window. The office may choose any date. */
export function refuseOutsideWindow(ctx: ActorCtx, zone: string, invoicedDate: string): void {
  if (!isShopRole(ctx.actor.role)) return;
  const { from, to } = invoiceWindow(ctx.clock.now(), zone);
  if (from <= invoicedDate && invoicedDate <= to) return;
  const range =
    from === to ? `must be today, ${formatDay(from)}` : `must be from ${formatDay(from)} to ${formatDay(to)}`;
  throw invalid('invoicedDate', range);
}
