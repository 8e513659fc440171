import { fileNamePart, LargeFile } from '../../files/file.js';
import { tableFile, type TableColumn } from '../../files/table-file.js';
import { invalid } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { ChartNumbers } from './schema.js';

export const downloadChart = service({
  summary: 'Write the numbers of a chart, as its screen has them, to an Excel workbook or CSV',
  permission: 'session.use',
  effect: 'read',
  input: ChartNumbers,
  output: LargeFile,
  run: (_, numbers) => {
    const { title, labels, series, format } = numbers;
    const uneven = series.findIndex(({ values }) => values.length !== labels.length);
    if (uneven >= 0) throw invalid(`series.${uneven}.values`, 'must have one value for each label');
    const rows = labels.map((_label, at) => at);
    const name = fileNamePart(title);
    return tableFile(
      {
        name,
        title,
        columns: getColumns(numbers),
        rows,
        count: () => Promise.resolve(rows.length),
      },
      format,
    );
  },
});

const kinds = { money: 'money', percent: 'percent', count: 'number', number: 'number' } as const;
/** The factor from a value to its cell, because cells hold cents and fractions. */
const scales = { money: 100, percent: 0.01, count: 1, number: 1 } as const;

const getColumns = ({ point, labels, series }: ChartNumbers): readonly TableColumn<number>[] => [
  { header: point, kind: 'text', value: (at) => labels[at] ?? null },
  ...series.map(({ label, unit, values }): TableColumn<number> => ({
    header: label,
    kind: kinds[unit],
    value: (at) => {
      const value = values[at] ?? null;
      if (value === null) return null;
      return unit === 'money' ? Math.round(value * scales.money) : value * scales[unit];
    },
  })),
];
