import { useLocation } from 'wouter';
import { SavedViewsControl } from '../../../components/shared/saved-views/saved-views-control.js';
import { formatReportQuery } from '../../../../domain/reporting/saved-views/rules.js';
import { useCan } from '../../../lib/server/session.js';
import { useSide } from '../../../lib/use-side.js';

interface ReportViewsProps {
  /** The report's name in commands and addresses. */
  readonly report: string;
  /** The filters; null if nothing is chosen yet. */
  readonly filter: Readonly<Record<string, unknown>> | null;
}

/** The saved views of a report, which can be sent on a schedule. */
export function ReportViews({ report, filter }: ReportViewsProps) {
  const side = useSide();
  const [, go] = useLocation();
  const { reason } = useCan('views.use', { write: true });
  return (
    <SavedViewsControl
      report={report}
      filter={filter}
      toAddress={formatReportQuery}
      more={({ _id, name }) => [
        {
          label: `Send "${name}" on a schedule…`,
          icon: 'clock',
          onSelect: () => go(`/${side}/reports/schedules/form?new=1&view=${_id}`),
          disabledReason: reason,
        },
      ]}
    />
  );
}
