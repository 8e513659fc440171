import type { ReactNode } from 'react';
import { EmptyState, Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { Page } from '../../../components/ui/page.js';
import { withClock } from './clock.js';
import type { ApiState } from '../../../lib/server/use-api.js';
import { LOW, useMedia } from '../../../lib/use-media.js';
import { useIsSmall } from './filter-bar.js';
import { ReportExport } from './report-export.js';
import { ReportViews } from './report-views.js';
import styles from './reports.module.css';
import listStyles from '../../../components/shared/list/list.module.css';

interface ReportPageProps<T> {
  readonly title: string;
  /** The report's name in commands and addresses. */
  readonly report: string;
  /** The filters as request values; null if nothing is chosen yet. */
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly filters: ReactNode;
  readonly query: ApiState<T>;
  /** The number of rows in a response. */
  readonly rows: (data: T) => number;
  /** The subject of the response in readable form: its range. */
  readonly about?: (data: T) => string;
  /** The text for an empty result. */
  readonly empty: string;
  /** Shown before the first request. */
  readonly before?: ReactNode;
  /** More content on the right of the heading. */
  readonly actions?: ReactNode;
  /** Sums and a chart: above the table; below it in a short window, which then begins with the rows. */
  readonly overview?: (data: T) => ReactNode;
  /** The table. */
  readonly children: (data: T) => ReactNode;
}

/** The layout of every report: filters, subject, summary and table, with an export of all rows. */
export function ReportPage<T>(props: ReportPageProps<T>) {
  const { title, report, filter, filters, query, rows, about, empty, before, actions, overview, children } = props;
  const { data, error, isRefreshing, refresh } = query;
  const isSmall = useIsSmall();
  const isLow = useMedia(LOW);
  return (
    <Page
      title={title}
      actions={
        <>
          {isSmall && filters}
          <ReportViews report={report} filter={filter} />
          {actions}
          {filter && <ReportExport report={report} filter={filter} rows={data ? rows(data) : 0} />}
        </>
      }
    >
      {!isSmall && filters}
      <section className={styles['report']} aria-label={title} aria-busy={isRefreshing}>
        {error && (
          <Failure
            error={error}
            pending={isRefreshing}
            hasEarlierData={data !== undefined}
            onRetry={() => void refresh()}
          />
        )}
        <div
          className={
            isRefreshing && data
              ? `${listStyles['list-rows']} ${listStyles['refreshing']} ${styles['report-rows']}`
              : `${listStyles['list-rows']} ${styles['report-rows']}`
          }
        >
          {!data && !error && filter && <Skeleton lines={10} label={`Loading ${title}`} />}
          {before}
          {data && about && <p className={`muted ${styles['report-about']}`}>{withClock(about(data))}</p>}
          {data && rows(data) === 0 && <EmptyState text={empty} icon="chart" />}
          {data && rows(data) > 0 && (
            <>
              {!isLow && overview?.(data)}
              {children(data)}
              {isLow && overview?.(data)}
            </>
          )}
        </div>
      </section>
    </Page>
  );
}
