import { dataExports } from '../../../domain/imports/data-exports/service.js';
import { describeRoutes, route } from '../../route.js';

const { orders, lines, invoices, payments, movements } = dataExports;

const ndjson = { file: true, media: 'application/x-ndjson' } as const;
const csv = { file: true, media: 'text/csv' } as const;

export const dataExportRoutes = describeRoutes('exports', 'Streams of records for spreadsheets and data warehouses.', [
  route('GET /api/exports/orders.ndjson', orders.ndjson, ndjson),
  route('GET /api/exports/orders.csv', orders.csv, csv),
  route('GET /api/exports/lines.ndjson', lines.ndjson, ndjson),
  route('GET /api/exports/lines.csv', lines.csv, csv),
  route('GET /api/exports/invoices.ndjson', invoices.ndjson, ndjson),
  route('GET /api/exports/invoices.csv', invoices.csv, csv),
  route('GET /api/exports/payments.ndjson', payments.ndjson, ndjson),
  route('GET /api/exports/payments.csv', payments.csv, csv),
  route('GET /api/exports/movements.ndjson', movements.ndjson, ndjson),
  route('GET /api/exports/movements.csv', movements.csv, csv),
]);
