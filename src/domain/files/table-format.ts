import { z } from 'zod';

/** The format of an exported list; a workbook by default. */
export const TableFormat = z.enum(['xlsx', 'csv']).default('xlsx');
