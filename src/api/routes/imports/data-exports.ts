import { dataExports } from '../../../domain/imports/data-exports/service.js';
import { route } from '../../route.js';

const { orders, lines, invoices, payments, movements } = dataExports;

export const dataExportRoutes = [
  route('GET /api/exports/orders.ndjson', orders.ndjson, { file: true }),
  route('GET /api/exports/orders.csv', orders.csv, { file: true }),
  route('GET /api/exports/lines.ndjson', lines.ndjson, { file: true }),
  route('GET /api/exports/lines.csv', lines.csv, { file: true }),
  route('GET /api/exports/invoices.ndjson', invoices.ndjson, { file: true }),
  route('GET /api/exports/invoices.csv', invoices.csv, { file: true }),
  route('GET /api/exports/payments.ndjson', payments.ndjson, { file: true }),
  route('GET /api/exports/payments.csv', payments.csv, { file: true }),
  route('GET /api/exports/movements.ndjson', movements.ndjson, { file: true }),
  route('GET /api/exports/movements.csv', movements.csv, { file: true }),
] as const;
