import type { ApprovalKind } from '../../../domain/billing/approvals/rules.js';
import type { Output } from '../../lib/server/api.js';
import { count, formatCount, money } from '../../lib/format.js';

export type WaitingApproval = Output<'GET /api/approvals'>['items'][number];
/** A record that the office can decide, from whichever list it was selected. */
export type DecidableRecord = Pick<
  WaitingApproval,
  '_id' | 'kind' | 'invoiceNumber' | 'revision' | 'shop' | 'changes'
> & {
  readonly status: string;
  readonly grandTotal: { readonly shop: number };
};
export type Outcome = Output<'POST /api/approvals/decide'>['results'][number];

/** Labels of the kinds of records. */
export const kindNames: Readonly<Record<ApprovalKind, string>> = {
  invoice: 'Invoice',
  repair: 'Repair invoice',
  driver: 'Driver invoice',
};

const forms: Readonly<Record<ApprovalKind, string>> = {
  invoice: '/company/invoice/form',
  repair: '/company/repair/invoice/form',
  driver: '/company/driver/invoice/form',
};

/** The address of a record's screen. */
export const getForm = ({ kind, _id }: Pick<WaitingApproval, 'kind' | '_id'>): string =>
  `${forms[kind]}?id=${encodeURIComponent(_id)}`;

/** `repair invoice 1042 of North Shop` */
export const formatName = ({
  kind,
  invoiceNumber,
  shop,
}: Pick<WaitingApproval, 'kind' | 'invoiceNumber' | 'shop'>): string =>
  `${kindNames[kind].toLowerCase()} ${invoiceNumber} of ${shop.name}`;

/** The records to decide, as shown in the question: `3 Invoices of 2 shops, $15,360.00`. */
export function summarize(rows: readonly DecidableRecord[]): string {
  const shops = new Set(rows.map(({ shop }) => shop._id)).size;
  const cents = rows.reduce((sum, { grandTotal }) => sum + Math.round(grandTotal.shop * 100), 0);
  const [first] = rows;
  const of = shops === 1 && first ? first.shop.name : `${count(shops)} shops`;
  return `${formatCount(rows.length, 'Invoice')} of ${of}, ${money(cents / 100)}`;
}
