import type { ReportLine } from '../reports/report.js';
import { momentIn } from './rules.js';

/** What the e-mail of a report tells. */
interface MailedReport {
  readonly report: string;
  /** The saved view it is of; none where a report was run by hand. */
  readonly view: string | null;
  readonly about: readonly ReportLine[];
  readonly rows: number;
  readonly totals: readonly { readonly label: string; readonly value: string }[];
  /** What there is to say about the file: attached or not, and why. */
  readonly file: string;
  readonly parts: {
    /** That it comes late; empty when it does not. */
    readonly late: string;
    /** Why one gets it. */
    readonly reason: string;
  };
}

/** The e-mail of a report: what was selected, its totals, and that it comes late where it does. */
export function reportMail(told: MailedReport): { readonly subject: string; readonly text: string } {
  const { view, report, about, rows, totals, file, parts } = told;
  const lines = (all: readonly ReportLine[]) => all.map(({ label, value }) => `${label}: ${value}`).join('\n');
  const text = [
    view === null ? report : `${report}: ${view}`,
    parts.late,
    lines(about),
    lines([{ label: 'Rows', value: rows.toLocaleString('en-US') }, ...totals]),
    file,
    parts.reason,
  ];
  const subject = view === null ? report : `${view} (${report})`;
  return { subject, text: text.filter((part) => part !== '').join('\n\n') };
}

interface Lateness {
  readonly timeZone: string;
  readonly dueAt: string;
  readonly missed: number;
  readonly late: boolean;
}

/** That a run comes late and how many times before it are missing; empty when it comes as it should. */
export function lateness({ late, missed, dueAt, timeZone }: Lateness): string {
  if (!late) return '';
  const due = `This report was due at ${momentIn(timeZone, dueAt)} and comes late: Shedworks was not running then.`;
  if (missed === 0) return due;
  return `${due} It comes once for ${missed + 1} times that were missed.`;
}
