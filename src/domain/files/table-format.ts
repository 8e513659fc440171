import { z } from 'zod';

/** How a list is exported: as a workbook unless told. */
export const TableFormat = z.enum(['xlsx', 'csv']).default('xlsx');
