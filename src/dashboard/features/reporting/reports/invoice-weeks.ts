import { sum, toDollars } from '../../../../domain/kernel/cents.js';
import type { ChartColor, ChartDrawing } from '../../../components/ui/chart/chart-drawing.js';
import { day } from '../../../lib/format.js';

interface Invoice {
  readonly invoicedDate: string;
  readonly shop: { readonly _id: string; readonly name: string };
  readonly order: { readonly grandTotal: { readonly shop: number } };
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const colors: readonly ChartColor[] = ['blue', 'amber', 'teal', 'violet', 'green', 'red'];

/** The Monday of a day's week, as an instant in UTC. */
function getMonday(date: string): number {
  const at = Date.parse(date);
  return at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
}

const inCents = ({ order }: Invoice): number => Math.round(order.grandTotal.shop * 100);
const total = (invoices: readonly Invoice[]): number => toDollars(sum(invoices.map(inCents)));

function groupByShop(invoices: readonly Invoice[]): Map<string, Invoice[]> {
  const groups = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const group = groups.get(invoice.shop._id);
    if (group) group.push(invoice);
    else groups.set(invoice.shop._id, [invoice]);
  }
  return groups;
}

/**
 * Shop totals of invoices by week and shop: every week from the first to the last, Monday to Sunday; the six shops with
 * the largest totals, and the others together.
 */
export function invoiceWeeksDrawing(invoices: readonly Invoice[]): ChartDrawing {
  const byShop = [...groupByShop(invoices).values()].sort((a, b) => total(b) - total(a));
  const rest = byShop.slice(colors.length).flat();
  const mondays = invoices.map(({ invoicedDate }) => getMonday(invoicedDate));
  const first = mondays.reduce((least, at) => Math.min(least, at), Infinity);
  const last = mondays.reduce((most, at) => Math.max(most, at), -Infinity);
  const weeks = invoices.length === 0 ? 0 : Math.round((last - first) / WEEK_MS) + 1;
  const getValues = (some: readonly Invoice[]): number[] => {
    const cents = Array<number>(weeks).fill(0);
    for (const invoice of some) {
      const at = Math.round((getMonday(invoice.invoicedDate) - first) / WEEK_MS);
      cents[at] = (cents[at] ?? 0) + inCents(invoice);
    }
    return cents.map(toDollars);
  };
  const series = (label: string, color: ChartColor, some: readonly Invoice[]) =>
    ({ label, unit: 'money', color, values: getValues(some) }) as const;
  return {
    ...{ kind: 'bar', point: 'Week of', stacked: true },
    labels: Array.from({ length: weeks }, (_, at) => day(new Date(first + at * WEEK_MS).toISOString())),
    series: [
      ...byShop
        .slice(0, colors.length)
        .map((some, at) => series(some[0]?.shop.name ?? '', colors[at] ?? 'slate', some)),
      ...(rest.length > 0 ? [series(`${byShop.length - colors.length} other shops`, 'slate', rest)] : []),
    ],
  };
}
