import type { ReportLine } from '../reports/report.js';
import { reportNamed } from '../reports/registry.js';
import { formatReportQuery } from '../saved-views/rules.js';
import type { MailContent, MailLink, MailPart } from '../../messaging/outbox/layout.js';
import { momentIn } from './rules.js';

/** The content of a report's email. */
interface MailedReport {
  readonly report: string;
  /** The saved view of the report; null if it was run manually. */
  readonly view: string | null;
  readonly about: readonly ReportLine[];
  readonly rows: number;
  readonly totals: readonly { readonly label: string; readonly value: string }[];
  /** The sentence about the file: whether it is attached, or why not. */
  readonly file: string;
  readonly parts: {
    /** The sentence about a late run; empty if it is on time. */
    readonly lateSentence: string;
    /** Why the recipient gets this email. */
    readonly reason: string;
    /** The report in the dashboard. */
    readonly action: MailLink;
    /** Where its owner can change that. */
    readonly change: MailLink;
  };
}

/** The email of a report: its filters, its totals, and a note if it is late. */
export function reportMail(mailed: MailedReport): { readonly subject: string; readonly content: MailContent } {
  const { view, report, about, rows, totals, file, parts } = mailed;
  const text = (words: string): MailPart[] => (words === '' ? [] : [{ kind: 'text', text: words }]);
  const content: MailContent = {
    heading: view === null ? report : `${report}: ${view}`,
    parts: [
      ...text(parts.lateSentence),
      ...(about.length > 0 ? [{ kind: 'facts' as const, facts: about }] : []),
      { kind: 'facts', facts: [{ label: 'Rows', value: rows.toLocaleString('en-US') }, ...totals] },
      ...text(file),
    ],
    action: parts.action,
    why: parts.reason,
    change: parts.change,
  };
  return { subject: view === null ? report : `${view} (${report})`, content };
}

interface ShownReport {
  readonly report: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** The saved view of the filter, if any. */
  readonly viewId: string | null;
  readonly shopId: string | null;
}

/** The screen that shows a report with a filter; the schedules if it has no screen on that side. */
export function linkReport({ report, filter, viewId, shopId }: ShownReport): MailLink {
  const side = shopId === null ? 'company' : 'shop';
  const { screen, title } = reportNamed(report);
  const path = screen?.[side];
  if (path === undefined) return linkSchedules(shopId);
  return { label: 'Open the report', path: `/${side}/${path}?${formatReportQuery(filter, viewId)}`, menu: title };
}

/** The list of schedules. */
export const linkSchedules = (shopId: string | null): MailLink => ({
  label: 'Scheduled reports',
  path: `/${shopId === null ? 'company' : 'shop'}/reports/schedules`,
  menu: 'Schedules',
});

/** A schedule, with its delivery log. */
export const linkSchedule = (scheduleId: string, shopId: string | null): MailLink => ({
  label: 'Change the schedule',
  path: `/${shopId === null ? 'company' : 'shop'}/reports/schedules/form?id=${scheduleId}`,
  menu: 'Schedules',
});

interface Lateness {
  /** The product's name for this company. */
  readonly product: string;
  readonly timeZone: string;
  readonly dueAt: string;
  readonly missed: number;
  readonly isLate: boolean;
}

/** The note that a run is late, and how many missed times it replaces; empty if it is on time. */
export function lateness({ product, isLate, missed, dueAt, timeZone }: Lateness): string {
  if (!isLate) return '';
  const dueText = `This report was due at ${momentIn(timeZone, dueAt)}. It is late because ${product} was not running then.`;
  if (missed === 0) return dueText;
  return `${dueText} It is sent once instead of ${missed + 1} times.`;
}
