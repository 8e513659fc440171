import type { Audience } from '../../../kernel/rights/roles.js';
import { audience } from '../../../kernel/context.js';
import { LargeFile } from '../../../files/file.js';
import { tableFile, type TableColumn } from '../../../files/table-file.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { service } from '../../../kernel/service.js';
import { countPayments, listedPayments } from '../queries.js';
import type { ListedPayment } from '../rules.js';
import { ExportPayments } from '../schema.js';

type Column = TableColumn<ListedPayment>;

export const exportPayments = service({
  summary: 'Export the full list of payments as Excel or CSV',
  permission: 'payments.read',
  effect: 'read',
  input: ExportPayments,
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { format, ...listing }) => {
    const rows = readAll<ListedPayment>(ctx.db, listedPayments(ctx, listing));
    const columns = columnsByAudience[audience(ctx.actor)];
    const count = () => countPayments(ctx, listing);
    return tableFile({ name: 'payments', title: 'Payments', columns, rows, count }, format);
  },
});

type OtherTotals = Pick<ListedPayment, 'repairTotal' | 'driverTotal' | 'correctionTotal'>;
/** The part of the subtotal that is not for orders, in cents. */
const listAdjacent = ({ repairTotal, driverTotal, correctionTotal }: OtherTotals): number =>
  repairTotal + driverTotal + correctionTotal;

const shop: Column = { header: 'Shop', kind: 'text', value: (row) => row.shop.name };
const common: readonly Column[] = [
  { header: 'Payment Number', kind: 'text', width: 18, value: (row) => row.paymentNumber },
  { header: 'Payment Date', kind: 'day', width: 14, value: (row) => row.paymentDate },
  { header: 'Invoices', kind: 'number', value: (row) => row.invoiceCount },
  { header: 'Sheds', kind: 'money', total: true, value: ({ subTotal, ...row }) => subTotal - listAdjacent(row) },
  { header: 'Repair Invoices', kind: 'money', total: true, value: (row) => row.repairTotal },
  { header: 'Driver Invoices', kind: 'money', total: true, value: (row) => row.driverTotal },
  { header: 'Corrections', kind: 'money', total: true, value: (row) => row.correctionTotal },
  { header: 'Sub-Total', kind: 'money', total: true, value: (row) => row.subTotal },
  { header: 'Adjustment', kind: 'money', total: true, value: (row) => row.adjustment },
  { header: 'Amount', kind: 'money', total: true, value: (row) => row.total },
];
const sideTotals: readonly Column[] = [
  { header: 'Company Total', kind: 'money', total: true, value: (row) => row.companyTotal },
  { header: 'Order Total', kind: 'money', total: true, value: (row) => row.orderTotal },
];
const notes: readonly Column[] = [
  { header: 'Memo', kind: 'text', value: (row) => row.memo },
  { header: 'Created By', kind: 'text', value: (row) => row.madeBy },
];

const columnsByAudience: Readonly<Record<Audience, readonly Column[]>> = {
  office: [shop, ...common, ...sideTotals, ...notes],
  shop: [...common, ...notes],
  builder: [],
};
