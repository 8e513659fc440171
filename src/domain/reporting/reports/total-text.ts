import { formatCents } from '../../kernel/cents.js';
import { cellText } from '../../files/pdf/report-layout.js';
import type { ReportTotal } from './report.js';

/** Formats a total: `12`, `$1,234.56`, `15.34%`, or several of them. */
export const totalText = ({ count, amount, percent }: ReportTotal): string =>
  [
    count === undefined ? '' : count.toLocaleString('en-US'),
    amount === undefined ? '' : formatCents(amount),
    percent === undefined ? '' : cellText(percent, 'percent'),
  ]
    .filter((text) => text !== '')
    .join(', ');
