import { z } from 'zod';
import { TableFormat } from '../../files/table-format.js';

const Text = z.string().max(200);

/**
 * The numbers behind a chart as its screen shows them: dollars, percents (61.25), counts and numbers; null for a
 * missing value.
 */
export const ChartNumbers = z.object({
  title: Text.min(1),
  /** What the rows stand for: `Shop`, `Payment date`. */
  point: Text,
  labels: z.array(Text).max(5000),
  series: z
    .array(
      z.object({
        label: Text,
        unit: z.enum(['money', 'percent', 'count', 'number']),
        values: z.array(z.number().nullable()).max(5000),
      }),
    )
    .max(50),
  format: TableFormat,
});
export type ChartNumbers = z.output<typeof ChartNumbers>;
