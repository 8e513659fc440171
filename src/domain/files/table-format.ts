import { z } from 'zod';

/** How a list is exported: as a workbook by default. */
export const TableFormat = z.enum(['xlsx', 'csv']).default('xlsx');
