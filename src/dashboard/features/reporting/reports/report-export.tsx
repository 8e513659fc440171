import { MOST_PDF_ROWS, type ReportFormat } from '../../../../domain/reporting/reports/rules.js';
import { Menu } from '../../../components/ui/overlay/menu.js';
import { useDownload } from '../../../components/ui/use-download.js';
import { download } from '../../../lib/server/api.js';
import { count } from '../../../lib/format.js';

interface ReportExportProps {
  /** The report's name in commands and addresses. */
  readonly report: string;
  /** The filters as request values. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The number of rows, if known. */
  readonly rows?: number | undefined;
}

const formats: readonly (readonly [ReportFormat, string])[] = [
  ['xlsx', 'Excel (.xlsx)'],
  ['csv', 'Text (.csv)'],
  ['pdf', 'PDF'],
];

/** Downloads the whole report; as a PDF only if it is within the limit of rows. */
export function ReportExport({ report, filter, rows = 0 }: ReportExportProps) {
  const { pending, run } = useDownload('Export');
  const get = (format: ReportFormat) =>
    run(() => download('POST /api/reports/:name/file', { name: report, format, filter }));
  const tooLong = `PDFs are limited to ${count(MOST_PDF_ROWS)} rows. Choose Excel.`;
  const items = formats.map(([format, label]) => ({
    label,
    onSelect: () => void get(format),
    disabledReason: format === 'pdf' && rows > MOST_PDF_ROWS ? tooLong : null,
  }));
  return <Menu label="Export" items={items} icon="download" pending={pending} align="end" />;
}
